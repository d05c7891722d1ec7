import { mediaJson } from '../media/media-json.js'
import { accountJson } from '../people/account-json.js'
import { acctOf, actorUri, profileUrl } from '../people/people.js'
import type { Person, Status } from '../records.js'
import type { MastodonState } from '../state.js'
import { pollJson } from './polls/polls.js'
import { hashtagsOf, linkHtml, tagUrl, toHtml } from './text/text-html.js'
import { maySee } from './visibility.js'

/** Returns the URL of the status page. */
function statusUrl(state: MastodonState, status: Status): string {
  const person = state.people.get(status.personId)
  return person === undefined ? '' : `${profileUrl(state, person)}/${status.id}`
}

/**
 * Returns the text of a status as HTML. A status with a quote starts with a link, for clients that
 * do not support quotes.
 */
export function contentHtml(state: MastodonState, status: Status): string {
  const html = status.boostOf === null ? toHtml(state, status.text) : ''
  const quoted = state.statuses.get(status.quote?.statusId ?? '')
  if (quoted === undefined) return html
  return `<p class="quote-inline">RE: ${linkHtml(statusUrl(state, quoted))}</p>${html}`
}

function counts(state: MastodonState, id: string): Readonly<Record<string, number>> {
  const tally = state.tallies.get(id)
  return {
    replies_count: tally?.replies ?? 0,
    reblogs_count: tally?.boosts ?? 0,
    favourites_count: state.favourites.get(id)?.length ?? 0,
    quotes_count: tally?.quotes ?? 0,
  }
}

function own(state: MastodonState, viewer: Person | null, status: Status): Readonly<Record<string, unknown>> {
  if (viewer === null) return {}
  return {
    favourited: state.favourites.get(status.id)?.some(({ personId }) => personId === viewer.id) ?? false,
    reblogged: state.boosts.has(`${viewer.id} ${status.id}`),
    muted: false,
    bookmarked: false,
    ...(viewer.id === status.personId && { pinned: false }),
    filtered: [],
  }
}

function quoteJson(state: MastodonState, viewer: Person | null, status: Status): unknown {
  if (status.quote === null) return null
  const quoted = state.statuses.get(status.quote.statusId)
  if (quoted === undefined) return { state: 'deleted', quoted_status: null }
  if (!maySee(state, viewer, quoted)) return { state: 'unauthorized', quoted_status: null }
  const { state: quoteState } = status.quote
  // If the quoted status contains a quote, the response contains only the id of the inner status.
  const inner = quoted.quote === null ? null : { state: 'accepted', quoted_status_id: quoted.quote.statusId }
  const isShown = quoteState === 'accepted'
  return {
    state: quoteState,
    quoted_status: isShown
      ? { ...statusJson(state, viewer, { ...quoted, quote: null }), quote: inner }
      : null,
  }
}

function quoteApproval({ quotePolicy, personId }: Status, viewer: Person | null): unknown {
  const automatic = quotePolicy === 'nobody' ? [] : [quotePolicy]
  const isMine = viewer?.id === personId
  return {
    automatic,
    manual: [],
    current_user: viewer === null ? 'unknown' : isMine || quotePolicy === 'public' ? 'automatic' : 'denied',
  }
}

/**
 * Describes a status as the viewer sees it. A null viewer is the public.
 * https://docs.joinmastodon.org/entities/Status/
 */
export function statusJson(
  state: MastodonState,
  viewer: Person | null,
  status: Status,
): Record<string, unknown> {
  const author = state.people.get(status.personId)
  if (author === undefined) throw new Error(`Status ${status.id} has no author.`)
  const boosted = state.statuses.get(status.boostOf ?? '')
  const app = state.apps.get(status.appId ?? '')
  const uri = `${actorUri(state, author)}/statuses/${status.id}`
  return {
    id: status.id,
    created_at: status.createdAt.toISOString(),
    in_reply_to_id: status.replyTo,
    in_reply_to_account_id: status.replyToPersonId,
    sensitive: status.sensitive,
    spoiler_text: status.spoilerText,
    visibility: status.visibility,
    language: status.language,
    uri: status.boostOf === null ? uri : `${uri}/activity`,
    url: status.boostOf === null ? statusUrl(state, status) : `${uri}/activity`,
    ...counts(state, status.id),
    edited_at: status.editedAt?.toISOString() ?? null,
    ...own(state, viewer, status),
    content: contentHtml(state, status),
    reblog: boosted === undefined ? null : statusJson(state, viewer, boosted),
    quote: quoteJson(state, viewer, status),
    quote_approval: quoteApproval(status, viewer),
    ...(author.host === null && {
      application: app === undefined ? null : { name: app.name, website: app.website },
    }),
    account: accountJson(state, author),
    media_attachments: status.mediaIds
      .map((id) => state.media.get(id))
      .filter((file) => file !== undefined)
      .map((file) => mediaJson(state, file)),
    mentions: status.mentions
      .map((id) => state.people.get(id))
      .filter((person) => person !== undefined)
      .map((person) => ({
        id: person.id,
        username: person.username,
        url: profileUrl(state, person),
        acct: acctOf(person),
      })),
    tags: hashtagsOf(status.text).map((name) => ({ name, url: tagUrl(state, name) })),
    emojis: [],
    card: null,
    poll: status.poll === null ? null : pollJson(state, viewer, status),
  }
}
