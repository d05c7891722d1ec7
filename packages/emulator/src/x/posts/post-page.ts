import { escapeHtml, htmlPage } from '../../framework/pages/html.js'
import type { Visit } from '../../framework/router.js'
import type { XState } from '../state.js'
import { findVersion } from './post-store.js'

/**
 * Handles GET /:name/status/:id, which shows the public page of a post. The server ignores the
 * name in the path.
 */
export function showPost(state: XState, { params }: Visit): Response {
  const post = findVersion(state, params['id'] ?? '')
  if (post === undefined) return htmlPage('X', '<h1>Hmm… this page doesn’t exist</h1>', { status: 404 })
  const { name = '', username = '' } = state.people.get(post.authorId) ?? {}
  return htmlPage(
    'A post on X',
    `<article>
<h1>${escapeHtml(name)} <small>@${escapeHtml(username)}</small></h1>
<p>${escapeHtml(post.text)}</p>
<p>${post.mediaIds.map((id) => `[file] ${escapeHtml(state.uploads.get(id)?.altText ?? '')}`).join(' ')}</p>
</article>`,
  )
}
