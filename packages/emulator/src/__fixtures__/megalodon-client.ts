// Runs as a separate process because the heartbeat timer of megalodon stops only when its process
// exits.
import generator, { type Entity, type MegalodonInterface } from 'megalodon'

const [url = '', ...tokens] = process.argv.slice(2)
const people = tokens.map((token) => generator('mastodon', url, token))

/**
 * Subscribes to the event stream of a person. Returns functions that read the next notification
 * and close the stream.
 */
async function listen(person: MegalodonInterface) {
  const streaming = await person.userStreaming()
  const opened = Promise.withResolvers<void>()
  streaming.on('connect', () => opened.resolve())
  streaming.on('error', opened.reject)
  const reported: Entity.Notification[] = []
  const waiting: ((notification: Entity.Notification) => void)[] = []
  streaming.on('notification', (notification: Entity.Notification) => {
    const first = waiting.shift()
    if (first === undefined) reported.push(notification)
    else first(notification)
  })
  await opened.promise
  return {
    next: async () => reported.shift() ?? new Promise<Entity.Notification>((resolve) => void waiting.push(resolve)),
    stop: () => streaming.stop(),
  }
}

async function walk(ada: MegalodonInterface, bea: MegalodonInterface): Promise<object> {
  const listening = await listen(ada)
  const { data: me } = await ada.verifyAccountCredentials()
  const { data: posted } = await ada.postStatus('Hello @bea #Cats', { visibility: 'public' })
  const { data: favourited } = await bea.favouriteStatus(posted.id)
  const live = await listening.next()
  await bea.postStatus('@ada Hello back', { in_reply_to_id: posted.id, visibility: 'public' })
  const answer = await listening.next()
  const { data: context } = await ada.getStatusContext(posted.id)
  const { data: boosted } = await bea.reblogStatus(posted.id)
  const { data: notifications } = await ada.getNotifications({ limit: 5 })
  const { data: instance } = await ada.getInstance()
  await ada.deleteStatus(posted.id)
  const gone = await bea.getStatus(posted.id).then(
    () => null,
    (error: { readonly response?: { readonly status?: number } }) => error.response?.status ?? null,
  )
  listening.stop()
  return {
    me: me.acct,
    favourited: 'favourited' in favourited && favourited.favourited,
    live: [live.type, answer.type],
    replies: context.descendants.length,
    boosted: 'reblogged' in boosted && boosted.reblog !== null,
    notifications: notifications.map(({ type }) => type),
    longest: instance.configuration.statuses.max_characters,
    gone,
  }
}

const [first, second] = people
if (first === undefined || second === undefined) throw new Error('Pass the server URL and two tokens.')
process.stdout.write(JSON.stringify(await walk(first, second)), () => process.exit(0))
