import { escapeHtml, htmlPage } from '../../framework/pages/html.js'
import type { BusinessState } from '../state.js'

const WORDS: Readonly<Record<string, string>> = {
  'user.info.basic': 'read your name and your picture',
  'video.list': 'see your public videos',
  'comment.list': 'read the comments on your videos',
  'comment.list.manage': 'answer, hide and delete comments on your videos',
}

/** Everybody has to allow this one. */
export const FIXED_SCOPE = 'user.info.basic'

function scopeHtml(scope: string): string {
  const name = escapeHtml(scope)
  const words = `${escapeHtml(WORDS[scope] ?? scope)} <small><code>${name}</code></small>`
  if (scope === FIXED_SCOPE)
    return `<label><input type="checkbox" checked disabled><input type="hidden" name="allow" value="${name}"><span>${words}</span></label>`
  return `<label><input type="checkbox" name="allow" value="${name}" checked><span>${words}</span></label>`
}

function peopleHtml(state: BusinessState): string {
  return [...state.people.values()]
    .map(
      ({ username, displayName, isBusiness }, index) =>
        `<label><input type="radio" name="person" value="${escapeHtml(username)}"${index === 0 ? ' checked' : ''} required>
<span>${escapeHtml(displayName)}<small>@${escapeHtml(username)}${isBusiness ? ', a business account' : ''}</small></span></label>`,
    )
    .join('\n')
}

/** The page on which a person says who they are, unticks what they do not want, and approves or denies. */
export function approvalPage(
  state: BusinessState,
  scopes: readonly string[],
  passedOn: Iterable<readonly [string, string]>,
): Response {
  const hidden = [...passedOn]
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('\n')
  return htmlPage(
    'Log in to TikTok',
    `<h1>A business app asks for access to your TikTok account</h1>
<form method="post" action="/v2/auth/authorize/">
${hidden}
<fieldset>
<legend>It will be able to</legend>
${scopes.map((scope) => scopeHtml(scope)).join('\n')}
</fieldset>
<fieldset>
<legend>Continue as</legend>
${peopleHtml(state)}
</fieldset>
<button type="submit" name="decision" value="approve">Continue</button>
<button type="submit" name="decision" value="deny">Cancel</button>
</form>`,
  )
}

/** The page that says why nobody can be asked. */
export function problemPage(words: string): Response {
  return htmlPage('Something went wrong', `<h1>Something went wrong</h1><p>${escapeHtml(words)}</p>`, {
    status: 400,
  })
}
