import { countPoll, refreshMedia } from '../../media/media-progress.js'
import { follows } from '../../people/people.js'
import type { AccessToken, Person, QuoteLink, QuotePolicy, Status, Visibility } from '../../records.js'
import { versionNumbers } from '../../settings.js'
import type { MastodonState } from '../../state.js'
import { booleanOf, filledOf, listOf, type Params, textOf } from '../../wire/params.js'
import { invalid, notAllowed, Refusal } from '../../wire/refusals.js'
import { cannotAttach, readPoll, takesPollWithMedia } from '../polls/polls.js'
import { countCharacters } from '../text/text-entities.js'
import { mentionedPeople } from '../text/text-html.js'
import { maySee } from '../visibility.js'
import type { NewStatus } from './publish-status.js'

const VISIBILITIES: ReadonlySet<string> = new Set(['public', 'unlisted', 'private', 'direct'])
const POLICIES: ReadonlySet<string> = new Set(['public', 'followers', 'nobody'])

/**
 * Finds the parent of a new reply. @throws Refusal 404 if the person is not allowed to see the
 * parent.
 */
function findParent(state: MastodonState, person: Person, params: Params): Status | null {
  const id = filledOf(params, 'in_reply_to_id')
  if (id === null) return null
  const parent = state.statuses.get(id)
  if (parent === undefined || !maySee(state, person, parent))
    throw new Refusal(404, 'The post you are trying to reply to does not appear to exist.')
  return parent
}

/**
 * Finds the status that a new status quotes. @throws Refusal if the quoted status is not visible
 * or its author does not allow the quote.
 */
function findQuoted(state: MastodonState, person: Person, params: Params): Status | null {
  const id = filledOf(params, 'quoted_status_id')
  if (id === null) return null
  const quoted = state.statuses.get(id)
  if (quoted === undefined || !maySee(state, person, quoted))
    throw new Refusal(404, 'The post you are trying to quote does not appear to exist.')
  const isMine = quoted.personId === person.id
  const mayQuote =
    quoted.quotePolicy === 'public' ||
    (quoted.quotePolicy === 'followers' && follows(state, person.id, quoted.personId))
  if (!isMine && (!mayQuote || quoted.visibility === 'private' || quoted.visibility === 'direct'))
    throw notAllowed()
  return quoted
}

/**
 * Checks and returns the files of a status.
 *
 * @throws Refusal 422 if a file is missing, attached elsewhere or not ready, or if the types
 * cannot be combined.
 */
export function checkMedia(
  state: MastodonState,
  person: Person,
  ids: readonly string[],
  ownerId: string | null = null,
): void {
  if (ids.length > state.settings.limits.attachments)
    throw new Refusal(422, `Cannot attach more than ${state.settings.limits.attachments} files`)
  const files = ids.map((id) => state.media.get(id))
  const missing = ids.filter((_id, index) => {
    const file = files[index]
    return (
      file === undefined ||
      file.personId !== person.id ||
      (file.attachedTo !== null && file.attachedTo !== ownerId)
    )
  })
  if (missing.length > 0)
    throw new Refusal(422, `Media ${missing.join(', ')} not found or already attached to another post`)
  const there = files.filter((file) => file !== undefined)
  if (there.length > 1 && there.some(({ type }) => type !== 'image'))
    throw new Refusal(422, 'Cannot attach a video to a post that already contains images')
  for (const file of there) countPoll(refreshMedia(state, file))
  if (there.some((file) => file.state !== 'READY'))
    throw new Refusal(422, 'Cannot attach files that have not finished processing. Try again in a moment!')
}

function readVisibility(person: Person, params: Params): Visibility {
  const given = filledOf(params, 'visibility')
  if (given !== null && !VISIBILITIES.has(given)) throw invalid('Visibility is not included in the list')
  const visibility = (given ?? person.defaultVisibility) as Visibility // safe cast: the value is in the list of visibilities, or is the person's default
  return person.silenced && visibility === 'public' ? 'unlisted' : visibility
}

function readQuotePolicy(params: Params): QuotePolicy {
  const given = filledOf(params, 'quote_approval_policy')
  if (given !== null && !POLICIES.has(given))
    throw new Refusal(422, 'Validation failed: Quote approval policy is not included in the list')
  return (given ?? 'public') as QuotePolicy // safe cast: the value is in the list of policies
}

/** Checks the text of a status. @throws Refusal 422 if the text is empty or too long. */
export function checkText(state: MastodonState, text: string, spoilerText: string, hasMore: boolean): void {
  const { characters, urlCharacters } = state.settings.limits
  if (text === '' && !hasMore) throw invalid("Text can't be blank")
  if (countCharacters(text, spoilerText, urlCharacters) > characters)
    throw invalid(`Text character limit of ${characters} exceeded`)
}

/**
 * Reads the time of publication. Returns null to publish immediately. Past times are ignored.
 * Times less than five minutes ahead are ignored before 4.3 and refused since 4.3.
 * app/services/post_status_service.rb (read 2026-11-22)
 */
export function readSchedule(state: MastodonState, params: Params): Date | null {
  const given = filledOf(params, 'scheduled_at')
  if (given === null) return null
  const moment = new Date(given)
  if (Number.isNaN(moment.getTime())) throw new Refusal(422, 'Invalid date supplied')
  const [major, minor] = versionNumbers(state.settings.version) ?? [0, 0]
  const now = state.clock.now().getTime()
  const refusesNear = major > 4 || (major === 4 && minor >= 3)
  if (refusesNear && moment.getTime() > now && moment.getTime() <= now + 300_000)
    throw invalid('Scheduled at date must be in the future')
  return moment.getTime() > now + 300_000 ? moment : null
}

/** Request for a new status, with the statuses that it replies to and quotes. */
export interface StatusRequest {
  readonly parent: Status | null
  readonly quoted: Status | null
}

/**
 * Finds the statuses that a new status replies to and quotes. The server checks these references
 * before the other parameters.
 */
export function findNamed(state: MastodonState, person: Person, params: Params): StatusRequest {
  return { parent: findParent(state, person, params), quoted: findQuoted(state, person, params) }
}

/**
 * Checks the parameters of a new status, in the same order as a real Mastodon server.
 *
 * @throws Refusal with the message of a real server.
 */
export function draftStatus(
  state: MastodonState,
  by: { readonly person: Person; readonly token: AccessToken },
  params: Params,
  { parent, quoted }: StatusRequest,
): NewStatus {
  const { person, token } = by
  const mediaIds = listOf(params, 'media_ids') ?? []
  checkMedia(state, person, mediaIds)
  let text = textOf(params, 'status') ?? ''
  let spoilerText = filledOf(params, 'spoiler_text') ?? ''
  if (text.trim() === '') [text, spoilerText] = [spoilerText, '']
  const visibility = readVisibility(person, params)
  if (quoted !== null && mediaIds.length > 0) throw invalid('Quote cannot be combined with media')
  const quote: QuoteLink | null = quoted === null ? null : { statusId: quoted.id, state: 'accepted' }
  const poll = readPoll(state, params)
  if (poll !== null && quoted !== null) throw invalid('Quote cannot be combined with a poll')
  if (poll !== null && mediaIds.length > 0 && !takesPollWithMedia(state)) throw cannotAttach()
  checkText(state, text, spoilerText, mediaIds.length > 0 || quote !== null)
  if (quoted !== null && visibility === 'direct' && quoted.personId !== person.id)
    if (!mentionedPeople(state, text).some(({ id }) => id === quoted.personId))
      throw new Refusal(422, 'Cannot quote a non-mentioned user in a Private Mention post.')
  const language = filledOf(params, 'language')
  return {
    person,
    text,
    spoilerText,
    visibility,
    sensitive: (booleanOf(params, 'sensitive') ?? person.defaultSensitive) || spoilerText !== '',
    // An unknown language causes no error. The server uses the person's default language.
    language:
      language !== null && /^[a-z]{2,3}([-_][A-Za-z]+)?$/.test(language) ? language : person.defaultLanguage,
    replyTo: parent,
    mediaIds,
    quote,
    quotePolicy: readQuotePolicy(params),
    poll,
    appId: token.appId,
  }
}
