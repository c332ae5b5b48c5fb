/** Of these an ordinary person sees what he owns, and nothing else; by the field that says whose it is. */
const owned: Record<string, string> = { requests: 'owner', batches: 'owner', notices: 'to' }
/** Of this so does everybody. */
const onlyOnes = 'notices'

const everybodys = (collection: string) => `${collection}/*`
/** Under this name an ordinary person's line waits for what is his, and all virtual machines share what is known of it. */
const ones = (collection: string, owner: string) => `${collection} of ${owner}`

/** Topic under which all connections of a user are counted; the engine sends nothing by it. */
const allOf = (person: string) => `connections of ${person}`

/** Connections of one user that receive messages. If the user opens more, the earliest ones are unsubscribed from everything. */
const mostLines = 100

/** How many write at this moment what somebody owns, and by their ids his lines that listen then: some may have gone. */
type Hearing = { writers: number; lines: string[] }
type Hearers = { writers: number; clients: subscriptions.Client[] }

/**
 * At each change the engine asks the database, for every line that listens to its collection, whether that one may see it: with 300 open pages
 * 70 ms of a processor for each saved draft. So who sees only his own listens only while something of his is written (`subscribeOwner`); the engine's rule judges as ever.
 */
export function listenToOwn(e: core.RealtimeSubscribeRequestEvent) {
  const { auth, client } = e
  if (!auth || e.hasSuperuserAuth()) return e.next()
  const seesAll = auth.getString('role') === '_admin'
  const wanted = Object.keys(owned).filter(
    (collection) => (!seesAll || collection === onlyOnes) && e.subscriptions.includes(everybodys(collection)),
  )
  const topics = e.subscriptions.map((topic) => {
    const collection = wanted.find((each) => everybodys(each) === topic)
    return collection ? ones(collection, auth.id) : topic
  })
  e.subscriptions = topics.length ? [...topics, allOf(auth.id)] : []
  e.next()
  if (!client || topics.length === 0) return
  change(e.app, allOf(auth.id), ({ writers, clients }) => {
    const all = withLatest(clients, client)
    for (const earlier of all.slice(0, -mostLines)) earlier.unsubscribe()
    return { writers, clients: all.slice(-mostLines) }
  })
  for (const collection of wanted)
    change(e.app, ones(collection, auth.id), ({ writers, clients }) => {
      // What is being written at this moment is heard as well.
      if (writers) client.subscribe(everybodys(collection))
      return { writers, clients: withLatest(clients, client) }
    })
}

const withLatest = (clients: subscriptions.Client[], latest: subscriptions.Client) => [
  ...clients.filter((each) => each.id() !== latest.id()),
  latest,
]

/** Before a record is saved in a transaction: until that has ended (`unsubscribeOwners`) its owner's lines listen. Whoever writes at the same time counts by himself. */
export function subscribeOwner(app: CoreApp, record: core.Record) {
  const collection = record.collection().name
  const owner = record.getString(owned[collection] ?? 'owner')
  globalThis.heardNow = [...(globalThis.heardNow ?? []), { collection, owner }]
  change(app, ones(collection, owner), ({ writers, clients }) => {
    if (!writers) for (const client of clients) client.subscribe(everybodys(collection))
    return { writers: writers + 1, clients }
  })
}

/** The engine has told its lines by the time that a transaction has ended. */
export function unsubscribeOwners(app: CoreApp) {
  const all = globalThis.heardNow ?? []
  globalThis.heardNow = undefined
  for (const { collection, owner } of all)
    change(app, ones(collection, owner), ({ writers, clients }) => {
      if (writers === 1) for (const client of clients) client.unsubscribe(everybodys(collection))
      return { writers: Math.max(0, writers - 1), clients }
    })
}

/** Tells open pages of these people, who see more than their own, that some request changed, but not what: they ask for it. */
export function pushTo(app: CoreApp, people: ReadonlySet<string>) {
  if (people.size === 0) return
  const data = JSON.stringify({ action: 'update', record: {} })
  const message = new SubscriptionMessage({
    name: everybodys('requests'),
    data,
  } as unknown as Partial<subscriptions.Message>)
  for (const person of people) {
    const name = ones('requests', person)
    const hearing = app.store().get(name) as Hearing | null
    for (const client of clientsOf(app, name, hearing?.lines ?? []))
      if (client.get('auth')?.id === person) client.send(message)
  }
}

/** The lines are looked up by their ids: to ask each of hundreds of others what it listens to would take longer than what is written. */
function change(app: CoreApp, name: string, to: (hearers: Hearers) => Hearers) {
  app.store().setFunc(name, (now: Hearing | null): Hearing => {
    const { writers, clients } = to({ writers: now?.writers ?? 0, clients: clientsOf(app, name, now?.lines ?? []) })
    return { writers, lines: clients.map((client) => client.id()) }
  })
}

/** Those that are still there and listen to it. */
function clientsOf(app: CoreApp, name: string, lines: string[]): subscriptions.Client[] {
  const broker = app.subscriptionsBroker()
  return lines.flatMap((id) => {
    try {
      const client = broker.clientById(id)
      return client.hasSubscription(name) ? [client] : []
    } catch {
      return []
    }
  })
}
