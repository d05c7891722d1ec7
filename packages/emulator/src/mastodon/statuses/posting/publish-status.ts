import { notify } from '../../inbox/notify.js'
import type { Conversation, Person, Poll, QuoteLink, QuotePolicy, Status, Visibility } from '../../records.js'
import type { MastodonState } from '../../state.js'
import { mentionedPeople } from '../text/text-html.js'
import { keepStatus } from './keep-status.js'

/** A new status that passed every check. */
export interface NewStatus {
  readonly person: Person
  readonly text: string
  readonly spoilerText?: string
  readonly visibility: Visibility
  readonly sensitive?: boolean
  readonly language?: string
  readonly replyTo?: Status | null
  readonly mediaIds?: readonly string[]
  readonly quote?: QuoteLink | null
  readonly quotePolicy?: QuotePolicy
  readonly poll?: Poll | null
  readonly appId?: string | null
  /** True if the notification policies of the mentioned people filter the status. */
  readonly filtered?: boolean
}

/**
 * Returns the id of the person whom a reply addresses. In a reply to oneself, this is the person
 * whom the parent addresses, as on the real server.
 */
function spokenTo(person: Person, parent: Status | null): string | null {
  if (parent === null) return null
  return parent.personId === person.id && parent.replyTo !== null ? parent.replyToPersonId : parent.personId
}

function intoConversation(state: MastodonState, owner: Person, status: Status): void {
  const others = [...new Set([...status.mentions, status.personId])]
    .filter((id) => id !== owner.id)
    .toSorted()
  const found = [...state.conversations.values()].find(
    (one) =>
      one.personId === owner.id && one.threadId === status.threadId && one.others.join() === others.join(),
  )
  const isUnread = status.personId !== owner.id
  if (found !== undefined) {
    found.lastStatusId = status.id
    found.unread = isUnread
    return
  }
  const conversation: Conversation = {
    id: state.ids.next('conversation', state.clock.now()),
    personId: owner.id,
    threadId: status.threadId,
    others,
    lastStatusId: status.id,
    unread: isUnread,
  }
  state.conversations.set(conversation.id, conversation)
}

/**
 * Publishes a status: stores it, notifies mentioned and quoted people, and adds direct ones to conversations.
 */
export function publishStatus(state: MastodonState, draft: NewStatus): Status {
  const { person, replyTo = null, quote = null } = draft
  const now = state.clock.now()
  const id = state.ids.next('status', now)
  const mentioned = mentionedPeople(state, draft.text)
  const status: Status = {
    id,
    personId: person.id,
    createdAt: now,
    text: draft.text,
    spoilerText: draft.spoilerText ?? '',
    visibility: draft.visibility,
    sensitive: draft.sensitive ?? false,
    language: draft.language ?? person.defaultLanguage,
    replyTo: replyTo?.id ?? null,
    replyToPersonId: spokenTo(person, replyTo),
    threadId: replyTo?.threadId ?? id,
    mentions: mentioned.map((one) => one.id),
    mediaIds: draft.mediaIds ?? [],
    quote,
    quotePolicy: draft.quotePolicy ?? 'public',
    poll: draft.poll ?? null,
    editedAt: null,
    earlier: [],
    boostOf: null,
    appId: draft.appId ?? null,
  }
  keepStatus(state, status)
  for (const one of mentioned)
    notify(state, one, {
      type: 'mention',
      from: person,
      statusId: id,
      ...(draft.filtered !== undefined && { filtered: draft.filtered }),
    })
  const quotedBy = state.people.get(state.statuses.get(quote?.statusId ?? '')?.personId ?? '')
  if (quotedBy !== undefined) notify(state, quotedBy, { type: 'quote', from: person, statusId: id })
  if (status.visibility === 'direct')
    for (const one of new Set([person, ...mentioned]))
      if (one.host === null) intoConversation(state, one, status)
  return status
}

/** Boosts a status. A repeated boost by the same person has no effect. */
export function boostStatus(state: MastodonState, person: Person, status: Status): Status {
  const before = state.statuses.get(state.boosts.get(`${person.id} ${status.id}`) ?? '')
  if (before !== undefined) return before
  const now = state.clock.now()
  const boost: Status = {
    ...status,
    id: state.ids.next('status', now),
    personId: person.id,
    createdAt: now,
    text: '',
    spoilerText: '',
    replyTo: null,
    replyToPersonId: null,
    mentions: [],
    mediaIds: [],
    quote: null,
    poll: null,
    editedAt: null,
    earlier: [],
    boostOf: status.id,
    appId: null,
  }
  keepStatus(state, boost)
  const author = state.people.get(status.personId)
  if (author !== undefined) notify(state, author, { type: 'reblog', from: person, statusId: status.id })
  return boost
}

/** Likes a status. A repeated like by the same person has no effect. */
export function favouriteStatus(state: MastodonState, person: Person, status: Status): void {
  const before = state.favourites.get(status.id) ?? []
  if (before.some(({ personId }) => personId === person.id)) return
  const id = state.ids.next('favourite', state.clock.now())
  state.favourites.set(status.id, [...before, { id, personId: person.id, statusId: status.id }])
  const author = state.people.get(status.personId)
  if (author !== undefined) notify(state, author, { type: 'favourite', from: person, statusId: status.id })
}
