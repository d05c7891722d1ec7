import { escapeHtml, htmlPage } from '../framework/html.js'
import { channelsOf } from './clients.js'
import type { YoutubeState } from './state.js'

const PASSED_ON = [
  'response_type',
  'client_id',
  'redirect_uri',
  'state',
  'code_challenge',
  'code_challenge_method',
  'access_type',
  'prompt',
  'scope',
]

const SCOPE_WORDS: Readonly<Record<string, string>> = {
  youtube: 'Manage your YouTube account',
  'youtube.upload': 'Manage your YouTube videos',
  'youtube.readonly': 'View your YouTube account',
  'youtube.force-ssl':
    'See, edit, and permanently delete your YouTube videos, ratings, comments and captions',
}

const short = (scope: string): string => scope.slice(scope.lastIndexOf('/') + 1)

function peopleHtml(state: YoutubeState): string {
  return [...state.people.values()]
    .map(({ name, email }, index) => {
      const titles = channelsOf(state, email).map(({ title }) => title)
      const channels = titles.length === 0 ? 'no channel' : titles.join(', ')
      return `<label><input type="radio" name="person" value="${escapeHtml(email)}"${index === 0 ? ' checked' : ''} required>
<span>${escapeHtml(name)}<small>${escapeHtml(email)} · ${escapeHtml(channels)}</small></span></label>`
    })
    .join('\n')
}

function scopesHtml(scopes: readonly string[]): string {
  return scopes
    .map(
      (scope) =>
        `<label><input type="checkbox" name="granted" value="${escapeHtml(scope)}" checked>
<span>${escapeHtml(SCOPE_WORDS[short(scope)] ?? scope)}<small><code>${escapeHtml(short(scope))}</code></small></span></label>`,
    )
    .join('\n')
}

/** The page on which a person says who they are, what they allow, and approves or cancels. */
export function approvalPage(
  state: YoutubeState,
  scopes: readonly string[],
  params: URLSearchParams,
): Response {
  const hidden = PASSED_ON.map((name) => [name, params.get(name)] as const)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value ?? '')}">`)
    .join('\n')
  return htmlPage(
    'Sign in with Google',
    `<h1>Sign in with Google</h1>
<p>The application <code>${escapeHtml(params.get('client_id') ?? '')}</code> asks for access to your YouTube channels.</p>
<form method="post" action="/o/oauth2/v2/auth">
${hidden}
<fieldset>
<legend>Sign in as</legend>
${peopleHtml(state)}
</fieldset>
<fieldset>
<legend>It will be able to</legend>
${scopesHtml(scopes)}
</fieldset>
<button type="submit" name="decision" value="approve">Continue</button>
<button type="submit" name="decision" value="deny">Cancel</button>
</form>
<p><small>You will be sent to <code>${escapeHtml(params.get('redirect_uri') ?? '')}</code></small></p>`,
  )
}

/** The page that stays with Google: the application hears nothing. */
export function blockedPage(status: number, error: string, description: string): Response {
  return htmlPage(
    'Access blocked',
    `<h1>Access blocked: this app's request is invalid</h1><p>Error ${status}: ${escapeHtml(error)}</p><p>${escapeHtml(description)}</p>`,
    { status },
  )
}
