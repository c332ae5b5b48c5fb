import { currentCall } from './current-call.ts'

/** Collections of which a user sees the records that the named field gives to the user, and no other. */
const ownerFields: Record<string, string> = { requests: 'owner', batches: 'owner', notices: 'to' }
/** Collection of which administrators see no other records either. */
const ownForAll = 'notices'

const topicOf = (collection: string) => `${collection}/*`
/** Name under which a user's connection waits for its own records, and under which all virtual machines share its state. */
const ownTopicOf = (collection: string, owner: string) => `${collection} of ${owner}`

/** Topic under which all connections of a user are counted; the engine sends nothing by it. */
const allTopic = (user: string) => `connections of ${user}`

/** Connections of one user that receive messages. If the user opens more, the earliest ones are unsubscribed from everything. */
const maxConnections = 100

/** Number of transactions that write records of an owner, and ids of the owner's connections; some of those may be closed. */
type StoredSubscription = { writers: number; ids: string[] }
type Subscription = { writers: number; clients: subscriptions.Client[] }

/**
 * Replaces a user's topics of own records by topics that the engine does not know. At each change the engine asks the database for every connection
 * subscribed to the collection whether its user may see the record: with 300 open pages 70 ms of a processor for each saved draft. So connections of users are
 * subscribed only while a record of theirs is written (`subscribeOwner`). The engine's rules still decide.
 */
export function replaceOwnTopics(e: core.RealtimeSubscribeRequestEvent) {
  const { auth, client } = e
  if (!auth || e.hasSuperuserAuth()) return e.next()
  const seesAll = auth.getString('role') === '_admin'
  const replaced = Object.keys(ownerFields).filter(
    (collection) => (!seesAll || collection === ownForAll) && e.subscriptions.includes(topicOf(collection)),
  )
  const topics = e.subscriptions.map((topic) => {
    const collection = replaced.find((each) => topicOf(each) === topic)
    return collection ? ownTopicOf(collection, auth.id) : topic
  })
  e.subscriptions = topics.length ? [...topics, allTopic(auth.id)] : []
  e.next()
  if (!client || topics.length === 0) return
  change(e.app, allTopic(auth.id), ({ writers, clients }) => {
    const all = withLatest(clients, client)
    for (const earlier of all.slice(0, -maxConnections)) earlier.unsubscribe()
    return { writers, clients: all.slice(-maxConnections) }
  })
  for (const collection of replaced)
    change(e.app, ownTopicOf(collection, auth.id), ({ writers, clients }) => {
      // Receives what is being written at this moment.
      if (writers) client.subscribe(topicOf(collection))
      return { writers, clients: withLatest(clients, client) }
    })
}

const withLatest = (clients: subscriptions.Client[], latest: subscriptions.Client) => [
  ...clients.filter((each) => each.id() !== latest.id()),
  latest,
]

/** Subscribes the connections of a record's owner until the transaction ends. Call it in the transaction, before the record is saved or deleted. */
export function subscribeOwner(app: CoreApp, record: core.Record) {
  const collection = record.collection().name
  const owner = record.getString(ownerFields[collection] ?? 'owner')
  currentCall().subscribedOwners.push({ collection, owner })
  change(app, ownTopicOf(collection, owner), ({ writers, clients }) => {
    if (!writers) for (const client of clients) client.subscribe(topicOf(collection))
    return { writers: writers + 1, clients }
  })
}

/** Unsubscribes them. The engine has sent its messages by the time that a transaction has ended. */
export function unsubscribeOwners(app: CoreApp) {
  for (const { collection, owner } of currentCall().subscribedOwners.splice(0))
    change(app, ownTopicOf(collection, owner), ({ writers, clients }) => {
      if (writers === 1) for (const client of clients) client.unsubscribe(topicOf(collection))
      return { writers: Math.max(0, writers - 1), clients }
    })
}

/** Pushes to the open pages of `users` that some request of others changed, without its content: the pages ask for it. */
export function pushTo(app: CoreApp, users: ReadonlySet<string>) {
  if (users.size === 0) return
  const message = new SubscriptionMessage({
    name: topicOf('requests'),
    data: JSON.stringify({ action: 'update', record: {} }),
  } as unknown as Partial<subscriptions.Message>)
  for (const user of users) {
    const name = ownTopicOf('requests', user)
    const stored = app.store().get(name) as StoredSubscription | null
    for (const client of clientsOf(app, name, stored?.ids ?? []))
      if (client.get('auth')?.id === user) client.send(message)
  }
}

/** Changes the shared state of one name. Connections are found by their ids: asking hundreds of others for their topics would take longer than the write. */
function change(app: CoreApp, name: string, to: (subscription: Subscription) => Subscription) {
  app.store().setFunc(name, (now: StoredSubscription | null): StoredSubscription => {
    const { writers, clients } = to({ writers: now?.writers ?? 0, clients: clientsOf(app, name, now?.ids ?? []) })
    return { writers, ids: clients.map((client) => client.id()) }
  })
}

/** Returns the connections that are still open and subscribed to `name`. */
function clientsOf(app: CoreApp, name: string, ids: string[]): subscriptions.Client[] {
  const broker = app.subscriptionsBroker()
  return ids.flatMap((id) => {
    try {
      const client = broker.clientById(id)
      return client.hasSubscription(name) ? [client] : []
    } catch {
      return []
    }
  })
}
