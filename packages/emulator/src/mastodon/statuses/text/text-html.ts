import { escapeHtml } from '../../../framework/pages/html.js'
import { findPerson, profileUrl } from '../../people/people.js'
import type { Person } from '../../records.js'
import type { MastodonState } from '../../state.js'
import { findEntities, type TextEntity } from './text-entities.js'

/** Number of visible characters of a URL after its scheme. */
const SHOWN_URL_CHARACTERS = 30

/**
 * Converts a URL to a Mastodon link. The scheme and the end of a long URL are hidden. CSS shows
 * three dots for the hidden end.
 */
export function linkHtml(url: string): string {
  const prefix = /^https?:\/\/(www\.)?/i.exec(url)?.[0] ?? ''
  const rest = url.slice(prefix.length)
  const shown = rest.slice(0, SHOWN_URL_CHARACTERS)
  const tail = rest.slice(SHOWN_URL_CHARACTERS)
  return (
    `<a href="${escapeHtml(url)}" target="_blank" rel="nofollow noopener" translate="no">` +
    `<span class="invisible">${escapeHtml(prefix)}</span>` +
    `<span class="${tail === '' ? '' : 'ellipsis'}">${escapeHtml(shown)}</span>` +
    `<span class="invisible">${escapeHtml(tail)}</span></a>`
  )
}

function mentionHtml(state: MastodonState, person: Person, shown: string): string {
  const href = escapeHtml(profileUrl(state, person))
  return `<span class="h-card" translate="no"><a href="${href}" class="u-url mention">@<span>${escapeHtml(shown)}</span></a></span>`
}

/** Returns the URL of a hashtag's page. */
export const tagUrl = (state: MastodonState, tag: string): string =>
  `${state.origin}/tags/${encodeURIComponent(tag)}`

/** Returns the people whom a text mentions, in order and without duplicates. */
export function mentionedPeople(state: MastodonState, text: string): Person[] {
  const people = findEntities(text)
    .filter((entity) => entity.kind === 'MENTION')
    .map(({ username, host }) => findPerson(state, host === null ? username : `${username}@${host}`))
    .filter((person) => person !== null)
  return [...new Set(people)]
}

/** Returns the hashtags of a text in lower case, without duplicates. */
export function hashtagsOf(text: string): string[] {
  const tags = findEntities(text)
    .filter((entity) => entity.kind === 'HASHTAG')
    .map(({ tag }) => tag.toLowerCase())
  return [...new Set(tags)]
}

function entityHtml(
  state: MastodonState,
  entity: TextEntity,
  text: string,
  shownNames: Map<string, string>,
): string {
  if (entity.kind === 'URL') return linkHtml(entity.url)
  if (entity.kind === 'HASHTAG')
    return `<a href="${tagUrl(state, entity.tag)}" class="mention hashtag" rel="tag">#<span>${escapeHtml(entity.tag)}</span></a>`
  const { username, host } = entity
  const person = findPerson(state, host === null ? username : `${username}@${host}`)
  if (person === null) return escapeHtml(text)
  // If a text mentions two people of the same name, both names are shown with their hosts.
  const key = person.username.toLowerCase()
  const first = shownNames.get(key) ?? person.id
  shownNames.set(key, first)
  const shown = first === person.id ? person.username : `${person.username}@${person.host ?? state.host}`
  return mentionHtml(state, person, shown)
}

/** Converts a text to Mastodon's HTML: paragraphs, line breaks, links, mentions and hashtags. */
export function toHtml(state: MastodonState, text: string): string {
  if (text.trim() === '') return ''
  const shownNames = new Map<string, string>()
  let html = ''
  let at = 0
  for (const entity of findEntities(text)) {
    html += escapeHtml(text.slice(at, entity.start))
    html += entityHtml(state, entity, text.slice(entity.start, entity.end), shownNames)
    at = entity.end
  }
  html += escapeHtml(text.slice(at))
  return html
    .replace(/\r\n?/g, '\n')
    .trim()
    .split(/\n\n+/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br />')}</p>`)
    .join('')
}
