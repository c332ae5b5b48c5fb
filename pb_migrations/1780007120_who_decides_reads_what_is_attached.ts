const earlier = "@request.auth.isActive = true && (owner = @request.auth.id || @request.auth.role = '_admin')"
const decides = [
  'request.step > 0',
  '@collection.step_deciders.version ?= request.formatVersion',
  '@collection.step_deciders.position ?= request.step',
  '@collection.step_deciders.person ?= @request.auth.id',
  '(@collection.step_deciders.ownAllowed ?= 1 || @collection.step_deciders.holder ?!= request.owner)',
].join(' && ')
const decided = 'request.request_decisions_via_request.person ?= @request.auth.id'
const readers = `@request.auth.isActive = true && (owner = @request.auth.id || @request.auth.role = '_admin' || (${decides}) || ${decided})`

function change(app: CoreApp, rule: string) {
  const attachments = app.findCollectionByNameOrId('attachments')
  attachments.viewRule = rule
  app.save(attachments)
}

// As the request itself and its document: whoever may decide its step now, and who decided one.
migrate(
  (app) => change(app, readers),
  (app) => change(app, earlier),
)
