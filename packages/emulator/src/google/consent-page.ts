import { escapeHtml, htmlPage } from '../framework/pages/html.js'

/** Names of the request parameters that the form submits again in hidden fields. */
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

/** Content of a network's consent page. */
export interface ConsentPage {
  /**
   * Requested access, as the end of a sentence on the page, for example `your YouTube channels`.
   */
  readonly what: string
  readonly people: readonly { readonly email: string; readonly name: string; readonly details: string }[]
  readonly scopes: readonly { readonly scope: string; readonly text: string; readonly shown: string }[]
}

const personHtml = ({ email, name, details }: ConsentPage['people'][number], index: number): string =>
  `<label><input type="radio" name="person" value="${escapeHtml(email)}"${index === 0 ? ' checked' : ''} required>
<span>${escapeHtml(name)}<small>${escapeHtml(details)}</small></span></label>`

const scopeHtml = ({ scope, text, shown }: ConsentPage['scopes'][number]): string =>
  `<label><input type="checkbox" name="granted" value="${escapeHtml(scope)}" checked>
<span>${escapeHtml(text)}<small><code>${escapeHtml(shown)}</code></small></span></label>`

/**
 * Creates the page on which a person chooses an account and permissions, and approves or cancels.
 */
export function consentPage({ what, people, scopes }: ConsentPage, params: URLSearchParams): Response {
  const hidden = PASSED_ON.map((name) => [name, params.get(name)] as const)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value ?? '')}">`)
    .join('\n')
  return htmlPage(
    'Sign in with Google',
    `<h1>Sign in with Google</h1>
<p>The application <code>${escapeHtml(params.get('client_id') ?? '')}</code> asks for access to ${escapeHtml(what)}.</p>
<form method="post" action="/o/oauth2/v2/auth">
${hidden}
<fieldset>
<legend>Sign in as</legend>
${people.map(personHtml).join('\n')}
</fieldset>
<fieldset>
<legend>It will be able to</legend>
${scopes.map(scopeHtml).join('\n')}
</fieldset>
<button type="submit" name="decision" value="approve">Continue</button>
<button type="submit" name="decision" value="deny">Cancel</button>
</form>
<p><small>You will be sent to <code>${escapeHtml(params.get('redirect_uri') ?? '')}</code></small></p>`,
  )
}

/** Creates an error page. The browser is not redirected, so the application receives no error. */
export function blockedPage(status: number, error: string, description: string): Response {
  return htmlPage(
    'Access blocked',
    `<h1>Access blocked: this app's request is invalid</h1><p>Error ${status}: ${escapeHtml(error)}</p><p>${escapeHtml(description)}</p>`,
    { status },
  )
}
