import { getCurrentCall } from './current-call.ts'

/** Collections of which users see only their own records, with the field of the owner. */
const ownerFields: Record<string, string> = { requests: 'owner', batches: 'owner', notices: 'to' }
/** Collection of which administrators, too, see only their own records. */
const ownForAll = 'notices'

const getTopic = (collection: string) => `${collection}/*`
/** Returns the topic of a user's own records. The store uses the same text as the key of their subscriptions. */
const getOwnTopic = (collection: string, owner: string) => `${collection} of ${owner}`

/** Returns the topic that counts all connections of a user; it never carries messages. */
const getConnectionsTopic = (user: string) => `connections of ${user}`

/** Maximum connections per user that receive messages. If a user opens more, the oldest are unsubscribed. */
const maxConnections = 100

/**
 * Maximum age in ms of a change that is reported to a connection when it subscribes: pages load their data before they subscribe. Data older than
 * 2 s is loaded again anyway (`freshMs` in `src/lib/subscriptions.ts`); the rest is for slow responses.
 */
const maxChangeAge = 5_000

/**
 * Number of running transactions that write an owner's records, and ids of the owner's connections, including closed
 * ones.
 */
type StoredSubscription = { writers: number; ids: string[] }
type Subscription = { writers: number; clients: subscriptions.Client[] }

/**
 * Replaces a user's topics of own records by topics unknown to PocketBase. For each change, PocketBase checks every
 * connection subscribed to the collection: 70 ms of processor time per saved draft with 300 open pages.
 * `subscribeRecordOwner` therefore subscribes a user's connections only while a record of that user is written. PocketBase's
 * rules still apply.
 */
export function replaceOwnTopics(e: core.RealtimeSubscribeRequestEvent) {
  const { auth, client } = e
  if (!auth || e.hasSuperuserAuth()) return e.next()
  const seesAll = auth.getString('role') === '_admin'
  const replaced = Object.keys(ownerFields).filter(
    (collection) => (!seesAll || collection === ownForAll) && e.subscriptions.includes(getTopic(collection)),
  )
  const topics = e.subscriptions.map((topic) => {
    const collection = replaced.find((each) => getTopic(each) === topic)
    return collection ? getOwnTopic(collection, auth.id) : topic
  })
  e.subscriptions = topics.length ? [...topics, getConnectionsTopic(auth.id)] : []
  e.next()
  if (!client || topics.length === 0) return
  updateSubscription(e.app, getConnectionsTopic(auth.id), ({ writers, clients }) => {
    const all = moveToEnd(clients, client)
    for (const earlier of all.slice(0, -maxConnections)) earlier.unsubscribe()
    return { writers, clients: all.slice(-maxConnections) }
  })
  for (const collection of replaced)
    updateSubscription(e.app, getOwnTopic(collection, auth.id), ({ writers, clients }) => {
      // Subscribes at once if a transaction is writing records of the user.
      if (writers) client.subscribe(getTopic(collection))
      return { writers, clients: moveToEnd(clients, client) }
    })
  for (const collection of Object.keys(ownerFields)) {
    const topic = replaced.includes(collection) ? getOwnTopic(collection, auth.id) : getTopic(collection)
    if (topics.includes(topic) && hasJustChanged(e.app, topic)) client.send(createChangeMessage(collection))
  }
}

const getChangeKey = (topic: string) => `last change of ${topic}`

const saveChangeTime = (app: CoreApp, ...topics: string[]) => {
  for (const topic of topics) app.store().set(getChangeKey(topic), Date.now())
}

const hasJustChanged = (app: CoreApp, topic: string) =>
  Date.now() - Number(app.store().get(getChangeKey(topic)) ?? 0) < maxChangeAge

/** Returns a message without content; pages that receive it load the records again. */
const createChangeMessage = (collection: string) =>
  new SubscriptionMessage({
    name: getTopic(collection),
    data: JSON.stringify({ action: 'update', record: {} }),
  } as unknown as Partial<subscriptions.Message>)

const moveToEnd = (clients: subscriptions.Client[], latest: subscriptions.Client) => [
  ...clients.filter((each) => each.id() !== latest.id()),
  latest,
]

/** Subscribes the connections of a record's owner until the transaction ends. Call it in the transaction, before the record is saved or deleted. */
export function subscribeRecordOwner(app: CoreApp, record: core.Record) {
  const collection = record.collection().name
  const owner = record.getString(ownerFields[collection] ?? 'owner')
  getCurrentCall().subscribedOwners.push({ collection, owner })
  saveChangeTime(app, getOwnTopic(collection, owner), getTopic(collection))
  updateSubscription(app, getOwnTopic(collection, owner), ({ writers, clients }) => {
    if (!writers) for (const client of clients) client.subscribe(getTopic(collection))
    return { writers: writers + 1, clients }
  })
}

/** Unsubscribes the owners of the ended transaction; PocketBase has already sent its messages. */
export function unsubscribeOwners(app: CoreApp) {
  for (const { collection, owner } of getCurrentCall().subscribedOwners.splice(0)) {
    saveChangeTime(app, getOwnTopic(collection, owner), getTopic(collection))
    updateSubscription(app, getOwnTopic(collection, owner), ({ writers, clients }) => {
      if (writers === 1) for (const client of clients) client.unsubscribe(getTopic(collection))
      return { writers: Math.max(0, writers - 1), clients }
    })
  }
}

/** Notifies open pages of `users` of a change to other users' requests. */
export function notifyUsers(app: CoreApp, users: ReadonlySet<string>) {
  if (users.size === 0) return
  const message = createChangeMessage('requests')
  for (const user of users) {
    const name = getOwnTopic('requests', user)
    saveChangeTime(app, name)
    const storedSubscription = app.store().get(name) as StoredSubscription | null
    for (const client of findClients(app, name, storedSubscription?.ids ?? []))
      if (client.get('auth')?.id === user) client.send(message)
  }
}

/**
 * Updates the stored state of a topic and its connections. Finds connections by id, because searching hundreds of
 * connections takes longer than the write.
 */
function updateSubscription(app: CoreApp, name: string, to: (subscription: Subscription) => Subscription) {
  app.store().setFunc(name, (now: StoredSubscription | null): StoredSubscription => {
    const { writers, clients } = to({ writers: now?.writers ?? 0, clients: findClients(app, name, now?.ids ?? []) })
    return { writers, ids: clients.map((client) => client.id()) }
  })
}

/** Returns the connections that are still open and subscribed to `name`. */
function findClients(app: CoreApp, name: string, ids: string[]): subscriptions.Client[] {
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
