const people = "owner = @request.auth.id || @request.auth.role = '_admin'"
const before = `@request.auth.isActive = true && (${people})`
const power = '@collection.step_deciders'
const decides = [
  'request.step > 0',
  `${power}.version ?= request.formatVersion`,
  `${power}.position ?= request.step`,
  `${power}.person ?= @request.auth.id`,
  `(${power}.ownAllowed ?= 1 || ${power}.holder ?!= request.owner)`,
].join(' && ')
const decided = 'request.request_decisions_via_request.person ?= @request.auth.id'

const read = (app: CoreApp, rule: string) => {
  const attachments = app.findCollectionByNameOrId('attachments')
  attachments.viewRule = rule
  app.save(attachments)
}

// The files of a request are read by whom it is read by.
migrate(
  (app) => read(app, `@request.auth.isActive = true && (${people} || (${decides}) || ${decided})`),
  (app) => read(app, before),
)
