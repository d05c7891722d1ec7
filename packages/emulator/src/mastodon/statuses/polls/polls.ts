import type { Person, Poll, Status } from '../../records.js'
import { versionNumbers } from '../../settings.js'
import type { MastodonState } from '../../state.js'
import { booleanOf, listOf, nestedOf, type Params, textOf } from '../../wire/params.js'
import { invalid, notFound, Refusal } from '../../wire/refusals.js'

// Maximum number of choices. app/validators/poll_options_validator.rb, poll_expiration_validator.rb
// of the server (read 2026-11-22)
export const MAX_CHOICES = 4
/** Maximum length of a choice in characters. Same source as MAX_CHOICES. */
export const MAX_CHOICE_LENGTH = 50
/** Minimum duration of a poll in seconds: 5 minutes. */
export const MIN_POLL_SECONDS = 300
/** Maximum duration of a poll in seconds: about a month. */
export const MAX_POLL_SECONDS = 2_629_746

/** Creates the error of servers before 4.6 for a status with both files and a poll. */
export const cannotAttach = (): Refusal =>
  new Refusal(422, 'Cannot attach a poll to a post that already contains media')

/** Returns true for servers from version 4.6, which accept a status with both a poll and files. */
export function takesPollWithMedia({ settings }: MastodonState): boolean {
  const [major, minor] = versionNumbers(settings.version) ?? [0, 0]
  return major > 4 || (major === 4 && minor >= 6)
}

/** Returns the number of grapheme clusters in a text. */
const lengthOf = (text: string): number => [...new Intl.Segmenter().segment(text)].length

/**
 * Reads the poll of a new status. Returns null if the status has no poll. @throws Refusal 422 for
 * an invalid poll.
 */
export function readPoll(state: MastodonState, params: Params): Poll | null {
  const sent = nestedOf(params, 'poll')
  if (sent === null) return null
  const choices = (listOf(sent, 'options') ?? []).map((choice) => choice.trim())
  const seconds = Number(textOf(sent, 'expires_in') ?? Number.NaN)
  const problems: string[] = []
  if (choices.length < 2) problems.push('Options must be more than one')
  if (choices.length > MAX_CHOICES) problems.push(`Options can't contain more than ${MAX_CHOICES} items`)
  if (choices.some((choice) => choice === '')) problems.push("Options can't be blank")
  if (choices.some((choice) => lengthOf(choice) > MAX_CHOICE_LENGTH))
    problems.push(`Options can be no longer than ${MAX_CHOICE_LENGTH} characters each`)
  if (new Set(choices).size < choices.length) problems.push('Options contain duplicate items')
  if (Number.isNaN(seconds)) problems.push("Expires at can't be blank")
  if (seconds > MAX_POLL_SECONDS) problems.push('Expires at is too far into the future')
  if (seconds < MIN_POLL_SECONDS) problems.push('Expires at is too soon')
  if (problems.length > 0) throw invalid(...problems)
  return {
    id: state.ids.next('poll', state.clock.now()),
    choices,
    multiple: booleanOf(sent, 'multiple') ?? false,
    hidesTotals: booleanOf(sent, 'hide_totals') ?? false,
    expiresAt: new Date(state.clock.now().getTime() + seconds * 1000),
    votes: new Map(),
  }
}

/**
 * Describes a poll as a person sees it. https://docs.joinmastodon.org/entities/Poll/ (read
 * 2026-11-22)
 */
export function pollJson(
  { clock }: MastodonState,
  viewer: Person | null,
  { poll, personId }: Status,
): Record<string, unknown> {
  if (poll === null) throw notFound()
  const votes = [...poll.votes.values()]
  const isOver = poll.expiresAt <= clock.now()
  const isShown = isOver || !poll.hidesTotals
  const mine = viewer === null ? undefined : poll.votes.get(viewer.id)
  return {
    id: poll.id,
    expires_at: poll.expiresAt.toISOString(),
    expired: isOver,
    multiple: poll.multiple,
    votes_count: votes.reduce((sum, chosen) => sum + chosen.length, 0),
    voters_count: votes.length,
    options: poll.choices.map((title, index) => ({
      title,
      votes_count: isShown ? votes.filter((chosen) => chosen.includes(index)).length : null,
    })),
    emojis: [],
    ...(viewer !== null && { voted: mine !== undefined || viewer.id === personId, own_votes: mine ?? [] }),
  }
}

/**
 * Counts a vote. @throws Refusal 422 if the poll has ended, the person already voted, or a choice
 * does not exist.
 */
export function castVote(
  { clock }: MastodonState,
  { id }: Person,
  { poll, personId }: Status,
  choices: readonly number[],
): void {
  if (poll === null) throw notFound()
  if (poll.expiresAt <= clock.now()) throw invalid('The poll has already ended')
  if (poll.votes.has(id)) throw invalid('You have already voted on this poll')
  if (personId === id) throw invalid("You can't vote in your own polls")
  const isThere = choices.every((choice) => poll.choices[choice] !== undefined)
  if (choices.length === 0 || !isThere) throw invalid('The chosen vote option does not exist')
  poll.votes.set(id, poll.multiple ? choices : choices.slice(0, 1))
}
