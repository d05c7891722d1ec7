import { escapeHtml, htmlPage } from '../../framework/pages/html.js'
import type { TiktokState } from '../state.js'

/** What the app asks a person for. */
export interface ApprovalRequest {
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly state: string | null
  /** Hexadecimal; null without PKCE. */
  readonly challenge: string | null
}

const WORDS: Readonly<Record<string, string>> = {
  'user.info.basic': 'read your name and your picture',
  'user.info.profile': 'read your user name and your profile',
  'user.info.stats': 'read your numbers: followers, likes, videos',
  'video.upload': 'put videos into your inbox, as drafts',
  'video.publish': 'post videos to your profile',
}

/** Everybody has to allow this one. */
export const FIXED_SCOPE = 'user.info.basic'

function scopeHtml(scope: string): string {
  const words = `${escapeHtml(WORDS[scope] ?? scope)} <small><code>${escapeHtml(scope)}</code></small>`
  const name = escapeHtml(scope)
  if (scope === FIXED_SCOPE)
    return `<label><input type="checkbox" checked disabled><input type="hidden" name="allow" value="${name}"><span>${words}</span></label>`
  return `<label><input type="checkbox" name="allow" value="${name}" checked><span>${words}</span></label>`
}

function personHtml(state: TiktokState): string {
  return [...state.people.values()]
    .map(
      ({ username, displayName, isPrivate }, index) =>
        `<label><input type="radio" name="person" value="${escapeHtml(username)}"${index === 0 ? ' checked' : ''} required>
<span>${escapeHtml(displayName)}<small>@${escapeHtml(username)}${isPrivate ? ', a private account' : ''}</small></span></label>`,
    )
    .join('\n')
}

/** The page on which a person says who they are, unticks what they do not want, and approves or denies. */
export function approvalPage(
  state: TiktokState,
  request: ApprovalRequest,
  passedOn: Iterable<readonly [string, string]>,
): Response {
  const hidden = [...passedOn]
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('\n')
  return htmlPage(
    'Log in to TikTok',
    `<h1>The app asks for access to your TikTok account</h1>
<form method="post" action="/v2/auth/authorize/">
${hidden}
<fieldset>
<legend>It will be able to</legend>
${request.scopes.map((scope) => scopeHtml(scope)).join('\n')}
</fieldset>
<fieldset>
<legend>Continue as</legend>
${personHtml(state)}
</fieldset>
<button type="submit" name="decision" value="approve">Continue</button>
<button type="submit" name="decision" value="deny">Cancel</button>
</form>
<p><small>You will be sent to <code>${escapeHtml(request.redirectUri)}</code></small></p>`,
  )
}

/** The page that says why nobody can be asked. */
export function problemPage(words: string): Response {
  return htmlPage('Something went wrong', `<h1>Something went wrong</h1><p>${escapeHtml(words)}</p>`, {
    status: 400,
  })
}
