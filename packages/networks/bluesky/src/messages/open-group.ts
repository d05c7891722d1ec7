import {
  type Call,
  ConfigError,
  InvalidPostError,
  NetworkError,
  PlatformError,
  type PublishCall,
  type Receipt,
  type Reconciled,
  RateLimitError,
  SocialBaseError,
} from '@social/core/platform'
import * as v from 'valibot'

import { MAX_PAGE_SIZE, MAX_NAME_LENGTH, MAX_GROUP_MEMBERS } from '../limits.js'
import { toMomentOrNull } from '../map/index.js'
import { groupsReply, oneConversationReply } from '../schemas.js'
import { CLOCK_SECONDS, QUERY_AGAIN_SECONDS, QUERY_PERIOD_SECONDS, LOOKS, MAX_PAGES } from './find-lost.js'

/** A group as the application wants it. */
interface WantedGroup {
  /** DIDs of the others, each once. */
  readonly members: readonly string[]
  /** Null makes one. */
  readonly name: string | null
}

/** A group as it was asked for; written down with the request, because the service has no key against a second one. */
interface AskedGroup {
  readonly name: string
  readonly members: readonly string[]
  readonly since: string
  /** Its conversation; null while no answer has told it. */
  readonly convoId: string | null
}

const asked = v.object({
  group: v.object({
    name: v.string(),
    members: v.array(v.string()),
    since: v.string(),
    convoId: v.nullable(v.string()),
  }),
})

/** How private messages are read. */
export interface GroupDoor {
  readonly headers: Readonly<Record<string, string>>
  readonly call: Call
}

/** How they are written. */
export interface ChatDoor extends GroupDoor {
  readonly call: PublishCall
}

/** `ada.bsky.social and 2 others`: the service wants a name, and the people may give the group another. */
function nameOf(members: readonly string[], { connection }: PublishCall): string {
  const rest = ` and ${members.length} others`
  const own = connection.accountName.replace(/^@/, '')
  const letters = Array.from(new Intl.Segmenter().segment(own), ({ segment }) => segment)
  return letters.slice(0, MAX_NAME_LENGTH - rest.length).join('') + rest
}

function keep(group: AskedGroup, call: PublishCall): Promise<void> {
  return call.checkpoint({ step: 'PREPARE', data: { group: { ...group, members: [...group.members] } } })
}

/** True when a refusal says that no group was made; an outage and a lost answer do not. */
function wasNotMade(error: unknown): boolean {
  if (RateLimitError.is(error) || ConfigError.is(error)) return true
  if (NetworkError.is(error)) return error.delivery === 'NOT_SENT'
  if (PlatformError.is(error)) return !error.isOutage
  return SocialBaseError.is(error)
}

/** The oldest empty group of these people that was made since it was asked for; null when none is seen. */
async function look(
  { name, members, since }: AskedGroup,
  { headers, call }: GroupDoor,
): Promise<string | null> {
  const everyone = new Set([call.connection.accountId, ...members])
  const earliest = (toMomentOrNull(since)?.getTime() ?? Infinity) - CLOCK_SECONDS * 1000
  let found: string | null = null
  let after: string | null = null
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = { kind: 'group', limit: MAX_PAGE_SIZE, cursor: after }
    const reply: v.InferOutput<typeof groupsReply> = await call.http.get(
      '/xrpc/chat.bsky.convo.listConvos',
      groupsReply,
      { headers, query },
    )
    for (const { id, kind, members: shown, lastMessage } of reply.convos) {
      const createdAt = toMomentOrNull(kind?.createdAt ?? '')?.getTime() ?? -Infinity
      const isOurs = kind?.name === name && kind.memberCount === everyone.size && createdAt >= earliest
      const isEmpty = lastMessage?.$type !== 'chat.bsky.convo.defs#messageView'
      if (isOurs && isEmpty && shown.every(({ did }) => everyone.has(did))) found = id
    }
    after = reply.cursor ?? null
    if (after === null) break
  }
  return found
}

/** Looks for a group whose answer was lost, several times. Null when it is not seen, which proves nothing. */
async function findGroup(group: AskedGroup, door: GroupDoor): Promise<string | null> {
  const { clock, signal } = door.call
  for (const pause of LOOKS) {
    if (pause > 0) await clock.sleep(pause, { signal })
    const convoId = await look(group, door)
    if (convoId !== null) return convoId
  }
  return null
}

/**
 * What became of a group whose answer was lost; null when the receipt is about something else. Seen, it proves that the
 * message is not out: that is sent once the group is known. Not seen is no proof, so another is never made.
 */
export async function findLostGroup(receipt: Receipt, door: GroupDoor): Promise<Reconciled | null> {
  const read = v.safeParse(asked, receipt.data)
  if (!read.success) return null
  if ((await findGroup(read.output.group, door)) !== null) return { state: 'NOT_PUBLISHED' }
  const age = Math.abs(door.call.clock.now().getTime() - receipt.createdAt.getTime()) / 1000
  return { state: 'UNKNOWN', retryAfter: age < QUERY_PERIOD_SECONDS ? QUERY_AGAIN_SECONDS : null }
}

/**
 * Opens a group for several people, once under the key of the call: what an earlier try made is used, and what it may
 * have made is looked for. https://docs.bsky.app/docs/api/chat-bsky-group-create-group (read 2026-11-22)
 *
 * @returns Its conversation, in which nothing is said yet.
 * @throws InvalidPostError for more people than a group holds.
 */
export async function openGroup(wanted: WantedGroup, door: ChatDoor): Promise<string> {
  const { members } = wanted
  const { call } = door
  if (members.length >= MAX_GROUP_MEMBERS)
    throw new InvalidPostError(
      `A bluesky group holds ${MAX_GROUP_MEMBERS} people, the account among them; startConversation names ${members.length} others. Take some out.`,
      { platform: 'bluesky' },
    )
  const earlier = v.safeParse(asked, call.receipt?.data)
  const group = earlier.success ? earlier.output.group : await ask(wanted, door)
  if (group.convoId !== null) return group.convoId
  // An earlier try may have had its answer looked up, and ended before it could write it down.
  const convoId = (earlier.success ? await findGroup(group, door) : null) ?? (await make(group, door))
  await keep({ ...group, convoId }, call)
  return convoId
}

/** Writes down what is about to be asked for. */
async function ask({ members, name }: WantedGroup, { headers, call }: ChatDoor): Promise<AskedGroup> {
  // Tells the time of the service: a group is looked for by it, whatever the clock here says.
  const query = { kind: 'group', limit: 1 }
  await call.http.get('/xrpc/chat.bsky.convo.listConvos', groupsReply, { headers, query })
  const since = call.networkNow().toISOString()
  const group = { name: name ?? nameOf(members, call), members, since, convoId: null }
  await keep(group, call)
  return group
}

/** Makes the group, or finds the one whose answer was lost. Written down by the engine, and taken back where it was refused. */
async function make(group: AskedGroup, door: ChatDoor): Promise<string> {
  const { headers, call } = door
  const members = [...group.members]
  try {
    const { convo } = await call.http.post('/xrpc/chat.bsky.group.createGroup', oneConversationReply, {
      headers,
      json: { members, name: group.name },
      retry: 'unsent',
      finish: { data: { group: { ...group, members } } },
    })
    // People can see it, and it is not the message: that comes next.
    await call.notPublished(null)
    return convo.id
  } catch (error) {
    if (call.signal.aborted || wasNotMade(error)) throw error
    const found = await findGroup(group, door).catch(() => null)
    if (found === null) throw error
    await call.notPublished('its group is there, and nothing is said in it.')
    return found
  }
}
