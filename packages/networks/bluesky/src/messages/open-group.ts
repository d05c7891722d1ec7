import {
  ConfigError,
  InvalidPostError,
  NetworkError,
  OutcomeUnknownError,
  PlatformError,
  type PublishCall,
  RateLimitError,
  SocialBaseError,
} from '@social/core/platform'
import * as v from 'valibot'

import { BIGGEST_PAGE, MOST_PEOPLE_OF_A_GROUP } from '../limits.js'
import { toMomentOrNull } from '../map/index.js'
import { groupsReply, oneConversationReply } from '../schemas.js'
import { CLOCK_SECONDS, LOOK_AGAIN_SECONDS, LOOKING_SECONDS, LOOKS, MOST_PAGES } from './find-lost.js'

/** Letters of the name of a group. https://github.com/bluesky-social/atproto/blob/main/lexicons/chat/bsky/group/createGroup.json (read 2026-11-22) */
const MOST_LETTERS_OF_A_NAME = 50

/** A group as it was asked for; written down before the request, because the service has no key against a second one. */
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

/** How private messages are reached. */
export interface ChatDoor {
  readonly headers: Readonly<Record<string, string>>
  readonly call: PublishCall
}

/** `ada.bsky.social and 2 others`: the service wants a name, and the people may give the group another. */
function nameOf(members: readonly string[], { connection }: PublishCall): string {
  const rest = ` and ${members.length} others`
  const own = connection.accountName.replace(/^@/, '')
  const letters = Array.from(new Intl.Segmenter().segment(own), ({ segment }) => segment)
  return letters.slice(0, MOST_LETTERS_OF_A_NAME - rest.length).join('') + rest
}

function keep(group: AskedGroup | null, call: PublishCall): Promise<void> {
  const data = group === null ? {} : { group: { ...group, members: [...group.members] } }
  return call.checkpoint({ step: 'PREPARE', data })
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
  { headers, call }: ChatDoor,
): Promise<string | null> {
  const everyone = new Set([call.connection.accountId, ...members])
  const earliest = (toMomentOrNull(since)?.getTime() ?? Infinity) - CLOCK_SECONDS * 1000
  let found: string | null = null
  let after: string | null = null
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = { kind: 'group', limit: BIGGEST_PAGE, cursor: after }
    const reply: v.InferOutput<typeof groupsReply> = await call.http.get(
      '/xrpc/chat.bsky.convo.listConvos',
      groupsReply,
      { headers, query },
    )
    for (const { id, kind, members: shown, lastMessage } of reply.convos) {
      const madeAt = toMomentOrNull(kind?.createdAt ?? '')?.getTime() ?? -Infinity
      const isOurs = kind?.name === name && kind.memberCount === everyone.size && madeAt >= earliest
      const isEmpty = lastMessage?.$type !== 'chat.bsky.convo.defs#messageView'
      if (isOurs && isEmpty && shown.every(({ did }) => everyone.has(did))) found = id
    }
    after = reply.cursor ?? null
    if (after === null) break
  }
  return found
}

function stillOpen(group: AskedGroup, { clock }: PublishCall, cause: unknown): OutcomeUnknownError {
  const since = toMomentOrNull(group.since)?.getTime() ?? -Infinity
  const age = Math.abs(clock.now().getTime() - since) / 1000
  const isSoon = age < LOOKING_SECONDS
  const remedy = isSoon
    ? `Call again with the same idempotency key in ${LOOK_AGAIN_SECONDS} s: it is looked for again, and never made twice.`
    : 'Look at the conversations of the account before trying again with a new key.'
  return new OutcomeUnknownError(
    `The answer of bluesky to the making of a group was lost: it may or may not be there. No message was sent. ${remedy}`,
    { platform: 'bluesky', receipt: null, retryAfter: isSoon ? LOOK_AGAIN_SECONDS : null, cause },
  )
}

/** Looks for a group whose answer was lost, several times; not seen is no proof, so another is never made. */
async function findLost(group: AskedGroup, door: ChatDoor, cause: unknown): Promise<string> {
  const { call } = door
  for (const pause of LOOKS) {
    if (pause > 0) await call.clock.sleep(pause, { signal: call.signal })
    const convoId = await look(group, door)
    if (convoId === null) continue
    await keep({ ...group, convoId }, call)
    return convoId
  }
  throw stillOpen(group, call, cause)
}

/**
 * Opens a group for several people, once under the key of the call: what an earlier try made is used, and what it may
 * have made is looked for. https://docs.bsky.app/docs/api/chat-bsky-group-create-group (read 2026-11-22)
 *
 * @param members - DIDs of the others, each once.
 * @returns Its conversation, in which nothing is said yet.
 * @throws InvalidPostError for more people than a group holds.
 * @throws OutcomeUnknownError when nobody can say whether it was made.
 */
export async function openGroup(members: readonly string[], door: ChatDoor): Promise<string> {
  const { headers, call } = door
  if (members.length >= MOST_PEOPLE_OF_A_GROUP)
    throw new InvalidPostError(
      `A bluesky group holds ${MOST_PEOPLE_OF_A_GROUP} people, the account among them; startConversation names ${members.length} others. Take some out.`,
      { platform: 'bluesky' },
    )
  const earlier = v.safeParse(asked, call.receipt?.data)
  if (earlier.success) return earlier.output.group.convoId ?? findLost(earlier.output.group, door, null)
  const name = nameOf(members, call)
  const group = { name, members, since: call.networkNow().toISOString(), convoId: null }
  await keep(group, call)
  try {
    const { convo } = await call.http.post('/xrpc/chat.bsky.group.createGroup', oneConversationReply, {
      headers,
      json: { members: [...members], name },
      retry: 'unsent',
    })
    await keep({ ...group, convoId: convo.id }, call)
    return convo.id
  } catch (error) {
    if (call.signal.aborted) throw error
    if (!wasNotMade(error)) return findAtOnce(group, door, error)
    await keep(null, call)
    throw error
  }
}

/** The look in the call that lost the answer: whatever keeps it from seeing leaves the outcome open. */
async function findAtOnce(group: AskedGroup, door: ChatDoor, cause: unknown): Promise<string> {
  try {
    return await findLost(group, door, cause)
  } catch (error) {
    if (door.call.signal.aborted || OutcomeUnknownError.is(error)) throw error
    throw stillOpen(group, door.call, error)
  }
}
