import { escapeHtml, htmlPage } from '../framework/html.js'
import type { GoogleState } from './state.js'

const PASSED_ON = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'access_type',
  'prompt',
]

function peopleHtml(state: GoogleState): string {
  return [...state.people.values()]
    .map(
      ({ name, email }, index) =>
        `<label><input type="radio" name="person" value="${escapeHtml(email)}"${index === 0 ? ' checked' : ''} required>
<span>${escapeHtml(name)}<small>${escapeHtml(email)}</small></span></label>`,
    )
    .join('\n')
}

function scopesHtml(scopes: readonly string[]): string {
  return scopes
    .map((scope) => {
      const name = escapeHtml(scope)
      return `<label><input type="checkbox" name="granted" value="${name}" checked><span>see, edit, create and delete your Google business listings <small><code>${name}</code></small></span></label>`
    })
    .join('\n')
}

/** The page on which a person says who they are, what they allow, and approves or cancels. */
export function approvalPage(
  state: GoogleState,
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
<p>The application <code>${escapeHtml(params.get('client_id') ?? '')}</code> asks for access to your Business Profiles.</p>
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
</form>`,
  )
}

/** The page that stays with Google: the application hears nothing. */
export function blockedPage(status: number, error: string, description: string): Response {
  return htmlPage(
    'Access blocked',
    `<h1>Access blocked</h1><p>${escapeHtml(description)}</p><p>Error ${status}: ${escapeHtml(error)}</p>`,
    { status },
  )
}
