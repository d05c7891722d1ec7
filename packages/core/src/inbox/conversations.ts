import { ConfigError } from '../errors/index.js'
import type { Person, Update, UpdateKind } from '../models/index.js'
import { assertObject } from '../models/values/assert-object.js'

/** Kind of a conversation. */
export type InboxKind = 'MESSAGES' | 'COMMENTS' | 'MENTIONS' | 'REVIEW' | 'QUESTION'

/** Updates that belong together: private messages with one person, a comment with its replies, a review. */
export interface InboxConversation {
  /** Stable id, unique among the conversations of all accounts. */
  readonly id: string
  readonly kind: InboxKind
  /** Id of the connection. */
  readonly connectionId: string
  /** Registered name of the network. */
  readonly platform: string
  /** Id of the account's post under which people comment; null for other kinds. */
  readonly aboutPostId: string | null
  /** Other people in the conversation, in order of their first update. */
  readonly people: readonly Person[]
  /** Updates, oldest first. Contains the account's own updates. A deleted comment is left out. */
  readonly updates: readonly Update[]
  /** Time of the newest update. */
  readonly updatedAt: Date
  /** Update to pass to `account.replyToUpdate`: the newest update of another person that accepts a reply. Null if there is none. */
  readonly replyTo: Update | null
  /** True if `replyTo` is newer than the account's last own update, and not in `answered`. */
  readonly needsAnswer: boolean
}

/** Options of `toConversations`. */
export interface ConversationsOptions {
  /**
   * Ids of updates that the application has answered, for networks that do not report the account's own replies.
   * Default: none.
   */
  readonly answered?: ReadonlySet<string> | undefined
}

const KINDS: Readonly<Partial<Record<UpdateKind, InboxKind>>> = {
  MESSAGE_RECEIVED: 'MESSAGES',
  COMMENT_CREATED: 'COMMENTS',
  MENTION: 'MENTIONS',
  REVIEW_CREATED: 'REVIEW',
  REVIEW_UPDATED: 'REVIEW',
  QUESTION_CREATED: 'QUESTION',
  ANSWER_CREATED: 'QUESTION',
}

/** Key of an item of one account. Ids of different accounts can be equal. */
const keyOf = (connectionId: string, id: string): string => JSON.stringify([connectionId, id])

/** Finds the item at which the conversation of an update starts. */
class Starts {
  readonly #byPostId = new Map<string, Update>()
  /** Results by update, so that a long chain of replies is walked once. */
  readonly #known = new Map<Update, string>()

  constructor(updates: readonly Update[]) {
    for (const update of updates)
      if (update.postId !== null) this.#byPostId.set(keyOf(update.connectionId, update.postId), update)
  }

  /** Id of the top comment of a thread of replies, of the review, or of the conversation of private messages. */
  of(update: Update): string {
    const path = new Set<Update>()
    let top = update
    while (!path.has(top) && !this.#known.has(top)) {
      path.add(top)
      const { connectionId, parentId } = top
      top = (parentId === null ? undefined : this.#byPostId.get(keyOf(connectionId, parentId))) ?? top
    }
    const start = this.#known.get(top) ?? ownStart(top)
    for (const each of path) this.#known.set(each, start)
    return start
  }
}

/** Id of the conversation of an update whose parent is unknown. */
function ownStart({ kind, conversationId, aboutPostId, parentId, threadRootId, postId, id }: Update): string {
  if (conversationId !== null) return conversationId
  // The parent is a comment that was not read. Its replies still belong together.
  if (parentId !== null && parentId !== aboutPostId) return parentId
  if (KINDS[kind] === 'QUESTION' && aboutPostId !== null) return aboutPostId
  return (KINDS[kind] === 'MENTIONS' ? threadRootId : null) ?? postId ?? id
}

/** Removes deleted comments, and older copies of an update or a changed review. */
function readUpdates(updates: Iterable<Update>): Update[] {
  const byId = new Map<string, Update>()
  for (const update of updates) {
    assertObject(update, 'toConversations: updates', 'an update as it was delivered')
    if (!(update.timestamp instanceof Date))
      throw new ConfigError(
        'toConversations requires updates as they were delivered, or read with fromRecord.',
      )
    byId.set(keyOf(update.connectionId, update.id), update)
  }
  const deleted = new Set<string>()
  for (const { kind, connectionId, postId } of byId.values())
    if (kind === 'COMMENT_DELETED' && postId !== null) deleted.add(keyOf(connectionId, postId))
  const newestReview = new Map<string, Update>()
  const kept: Update[] = []
  for (const update of [...byId.values()].toSorted(byTime)) {
    const { connectionId, postId, kind } = update
    const place = postId === null ? null : keyOf(connectionId, postId)
    if (KINDS[kind] === undefined || (place !== null && deleted.has(place))) continue
    if (KINDS[kind] === 'REVIEW' && place !== null) newestReview.set(place, update)
    kept.push(update)
  }
  return kept.filter(
    ({ kind, connectionId, postId }, index) =>
      KINDS[kind] !== 'REVIEW' ||
      postId === null ||
      newestReview.get(keyOf(connectionId, postId)) === kept[index],
  )
}

const byTime = (one: Update, other: Update): number => one.timestamp.getTime() - other.timestamp.getTime()

/**
 * Groups updates of any networks and accounts into conversations for an inbox. Likes, follows and other updates without a
 * text are left out, and so are conversations that consist only of the account's own updates.
 *
 * @param updates - Updates in any order, pushed or polled, from memory or read back with `fromRecord`.
 * @returns The conversations, newest first.
 * @throws ConfigError for a value that is not an update.
 * @example
 * const open = toConversations(stored).filter(({ needsAnswer }) => needsAnswer)
 */
export function toConversations(
  updates: Iterable<Update>,
  options: ConversationsOptions = {},
): readonly InboxConversation[] {
  if (typeof Object(updates)[Symbol.iterator] !== 'function')
    throw new ConfigError('toConversations requires a list of updates.')
  assertObject(options, 'toConversations: options', '{ answered }')
  const { answered = new Set() } = options
  if (!(answered instanceof Set))
    throw new ConfigError('toConversations: answered must be a Set of update ids.')
  const read = readUpdates(updates)
  const starts = new Starts(read)
  const groups = new Map<string, Update[]>()
  for (const update of read) {
    const id = JSON.stringify([update.connectionId, KINDS[update.kind], starts.of(update)])
    const group = groups.get(id)
    if (group === undefined) groups.set(id, [update])
    else group.push(update)
  }
  return [...groups]
    .flatMap(([id, group]) => makeConversation(id, group, answered) ?? [])
    .toSorted((one, other) => other.updatedAt.getTime() - one.updatedAt.getTime())
}

function makeConversation(
  id: string,
  updates: readonly Update[],
  answered: ReadonlySet<string>,
): InboxConversation | null {
  const others = updates.filter(({ isOwn }) => !isOwn)
  const [first] = others
  const last = updates.at(-1)
  if (first === undefined || last === undefined) return null
  const people = new Map(others.flatMap(({ actor }) => (actor === null ? [] : [[actor.id, actor]])))
  const replyTo = others.findLast(({ actions }) => actions.includes('REPLY')) ?? null
  const lastOwn = updates.findLastIndex(({ isOwn }) => isOwn)
  const isNewer = replyTo !== null && updates.indexOf(replyTo) > lastOwn
  return Object.freeze({
    id,
    kind: KINDS[first.kind] ?? 'COMMENTS',
    connectionId: first.connectionId,
    platform: first.platform,
    aboutPostId: updates.find(({ aboutPostId }) => aboutPostId !== null)?.aboutPostId ?? null,
    people: [...people.values()],
    updates,
    updatedAt: last.timestamp,
    replyTo,
    needsAnswer: isNewer && !answered.has(replyTo.id),
  })
}
