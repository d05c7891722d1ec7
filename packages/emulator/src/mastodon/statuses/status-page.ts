import { escapeHtml, htmlPage } from '../../framework/pages/html.js'
import type { Visit } from '../../framework/router.js'
import { mediaJson } from '../media/media-json.js'
import { localPeople } from '../people/people.js'
import type { MastodonState } from '../state.js'
import { notFound } from '../wire/refusals.js'
import { contentHtml } from './status-json.js'
import { visibleStatus } from './visibility.js'

function mediaHtml(state: MastodonState, mediaIds: readonly string[]): string {
  return mediaIds
    .flatMap((id) => state.media.get(id) ?? [])
    .map((file) => {
      const { preview_url: preview, description } = mediaJson(state, file)
      const text = escapeHtml(typeof description === 'string' ? description : '')
      const isShown = typeof preview === 'string' && file.type === 'image'
      return isShown
        ? `<p><img src="${escapeHtml(preview)}" alt="${text}"></p>`
        : `<p>[${file.type}] ${text}</p>`
    })
    .join('\n')
}

/** Handles GET /@name/id. Shows the page of a public status. */
export function showStatus(state: MastodonState, { params }: Visit): Response {
  const status = visibleStatus(state, null, params['id'] ?? '')
  const author = localPeople(state).find(({ id }) => id === status.personId)
  if (author === undefined || author.username !== params['name']) throw notFound()
  const name = escapeHtml(author.displayName || author.username)
  const warning = status.spoilerText === '' ? '' : `<p><strong>${escapeHtml(status.spoilerText)}</strong></p>`
  return htmlPage(
    `${author.displayName || author.username} on Mastodon`,
    `<article>
<h1>${name} <small>@${escapeHtml(author.username)}</small></h1>
${warning}${contentHtml(state, status)}
${mediaHtml(state, status.mediaIds)}
<p><small><time datetime="${status.createdAt.toISOString()}">${status.createdAt.toUTCString()}</time></small></p>
</article>`,
  )
}
