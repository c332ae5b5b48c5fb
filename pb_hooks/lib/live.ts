/** Of these an ordinary person sees what he owns, and nothing else; by the field that says whose it is. */
const owned: Record<string, string> = { requests: 'owner', batches: 'owner', notices: 'to' }
/** Of this so does everybody. */
const onlyOnes = 'notices'

const everybodys = (collection: string) => `${collection}/*`
/** Under this name an ordinary person's line waits for what is his. */
const ones = (collection: string, owner: string) => `${collection} of ${owner}`

/**
 * At each change the engine asks the database, for every line that listens to its collection, whether that one may see it: with 300 open pages
 * 70 ms of a processor for each saved draft. So who sees only his own listens only while something of his is written (`heard`); the engine's rule judges as ever.
 */
export function listenToOwn(e: core.RealtimeSubscribeRequestEvent) {
  const { auth, client } = e
  if (!auth || e.hasSuperuserAuth()) return e.next()
  const seesAll = auth.getString('role') === '_admin'
  const wanted = Object.keys(owned).filter(
    (collection) => (!seesAll || collection === onlyOnes) && e.subscriptions.includes(everybodys(collection)),
  )
  e.subscriptions = e.subscriptions.map((topic) => {
    const collection = wanted.find((each) => everybodys(each) === topic)
    return collection ? ones(collection, auth.id) : topic
  })
  e.next()
  // What is being written at this moment is heard as well.
  for (const collection of wanted)
    e.app.store().setFunc(ones(collection, auth.id), (now: number | null) => {
      if (now) client?.subscribe(everybodys(collection))
      return now ?? 0
    })
}

/** Before a record is saved in a transaction: until that has ended (`released`) its owner's lines listen. Whoever writes at the same time counts by himself. */
export function heard(app: CoreApp, record: core.Record) {
  const collection = record.collection().name
  const owner = record.getString(owned[collection] ?? 'owner')
  const name = ones(collection, owner)
  globalThis.heardNow = [...(globalThis.heardNow ?? []), { collection, owner }]
  app.store().setFunc(name, (now: number | null) => {
    if (!now) for (const client of linesOf(app, name)) client.subscribe(everybodys(collection))
    return (now ?? 0) + 1
  })
}

/** The engine has told its lines by the time that a transaction has ended. */
export function released(app: CoreApp) {
  const all = globalThis.heardNow ?? []
  globalThis.heardNow = undefined
  for (const { collection, owner } of all) {
    const name = ones(collection, owner)
    app.store().setFunc(name, (now: number | null) => {
      if (now === 1) for (const client of linesOf(app, name)) client.unsubscribe(everybodys(collection))
      return Math.max(0, (now ?? 0) - 1)
    })
  }
}

/** Tells open pages of these people, who see more than their own, that some request changed, but not what: they ask for it. */
export function knock(app: CoreApp, people: ReadonlySet<string>) {
  if (people.size === 0) return
  const data = JSON.stringify({ action: 'update', record: {} })
  const message = new SubscriptionMessage({
    name: everybodys('requests'),
    data,
  } as unknown as Partial<subscriptions.Message>)
  for (const client of Object.values(app.subscriptionsBroker().clients())) {
    const person = client.get('auth')?.id
    if (person && people.has(person) && client.hasSubscription(ones('requests', person))) client.send(message)
  }
}

function linesOf(app: CoreApp, name: string) {
  return Object.values(app.subscriptionsBroker().clients()).filter((client) => client.hasSubscription(name))
}
