import { escapeHtml, htmlPage } from '../framework/pages/html.js'
import { redirectTo } from '../framework/pages/redirect.js'
import type { GraphVisit } from './dispatch.js'
import { later, type GraphState } from './state.js'

/** Lifetime of an authorization code in seconds: one hour. */
const CODE_SECONDS = 3600
const PASSED_ON = ['client_id', 'response_type', 'scope', 'redirect_uri', 'state', 'auth_type']

/** A person or account that can be chosen on the sign-in page. */
export interface Candidate {
  readonly owner: string
  readonly name: string
  readonly note: string
  /** Reason for which the network refuses the sign-in. Null if the network accepts the sign-in. */
  readonly refusal: string | null
}

/** Properties of the sign-in page that differ between the networks. */
export interface SignInPage {
  readonly action: string
  /** Name of the network on the sign-in page, for example `Facebook`. */
  readonly network: string
  readonly candidates: () => readonly Candidate[]
  /** Permissions that the person cannot deselect. */
  readonly fixedScopes: readonly string[]
  /** Objects that the person selects one by one on the sign-in page, for example pages. */
  readonly ticks: (() => readonly { readonly id: string; readonly name: string }[]) | null
  /** Suffix that the network appends to the redirect URL: `#_`. */
  readonly fragment: string
}

interface Asked {
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly state: string | null
}

interface Problem {
  readonly text: string
  /** Redirect URI for the error. Null if the URI is not trusted. */
  readonly redirectUri: string | null
  readonly params: Readonly<Record<string, string | null>>
}

const problemPage = (network: string, text: string): Response =>
  htmlPage(
    'Something went wrong',
    `<h1>${escapeHtml(network)}: something went wrong</h1><p>${escapeHtml(text)}</p>`,
    {
      status: 400,
    },
  )

const untrusted = (text: string): Problem => ({ text, redirectUri: null, params: {} })

function readRequested(state: GraphState, params: URLSearchParams): Asked | Problem {
  const { appId, redirectUris, scopes: known } = state.settings
  if (params.get('client_id') !== appId)
    return untrusted('Invalid App ID: The provided app ID does not look like a valid app ID.')
  const redirectUri = params.get('redirect_uri') ?? ''
  if (URL.parse(redirectUri) === null || (redirectUris !== null && !redirectUris.includes(redirectUri)))
    return untrusted(
      'URL blocked: This redirect failed because the redirect URI is not white-listed in the app’s client OAuth settings.',
    )
  const given = params.get('state')
  const problem = (text: string): Problem => ({
    text,
    redirectUri,
    params: { error_code: '100', error_message: text, state: given },
  })
  if ((params.get('response_type') ?? 'code') !== 'code') return problem('Invalid response_type')
  const scopes = (params.get('scope') ?? '').split(/[, ]/).filter((scope) => scope !== '')
  const strange = scopes.filter((scope) => !known.includes(scope))
  if (scopes.length === 0 || strange.length > 0) return problem(`Invalid Scopes: ${strange.join(', ')}`)
  return { redirectUri, scopes, state: given }
}

function answerProblem(page: SignInPage, { text, redirectUri, params }: Problem): Response {
  return redirectUri === null ? problemPage(page.network, text) : redirectTo(redirectUri, params)
}

const box = (name: string, value: string, text: string, more: string): string =>
  `<label><input name="${name}" value="${escapeHtml(value)}" ${more}><span>${text}</span></label>`

function scopeBox(page: SignInPage, scope: string): string {
  const text = `<code>${escapeHtml(scope)}</code>`
  if (!page.fixedScopes.includes(scope)) return box('allow', scope, text, 'type="checkbox" checked')
  return `${box('shown', scope, text, 'type="checkbox" checked disabled')}<input type="hidden" name="allow" value="${escapeHtml(scope)}">`
}

function fieldset(legend: string, boxes: readonly string[]): string {
  return `<fieldset><legend>${escapeHtml(legend)}</legend>\n${boxes.join('\n')}\n</fieldset>`
}

/** Shows the page on which a person chooses an account, deselects permissions, and approves or denies. */
export function askForApproval(state: GraphState, page: SignInPage, { url }: GraphVisit): Response {
  const requested = readRequested(state, url.searchParams)
  if ('text' in requested) return answerProblem(page, requested)
  const hidden = PASSED_ON.flatMap((name) => {
    const value = url.searchParams.get(name)
    return value === null ? [] : [`<input type="hidden" name="${name}" value="${escapeHtml(value)}">`]
  })
  const people = page
    .candidates()
    .map(({ owner, name, note }, index) =>
      box(
        'person',
        owner,
        `${escapeHtml(name)}<small>${escapeHtml(note)}</small>`,
        `type="radio" required${index === 0 ? ' checked' : ''}`,
      ),
    )
  const ticks = page
    .ticks?.()
    .map(({ id, name }) => box('page', id, escapeHtml(name), 'type="checkbox" checked'))
  return htmlPage(
    `Log in to ${page.network}`,
    `<h1>The app asks for access to your ${escapeHtml(page.network)} account</h1>
<form method="post" action="${page.action}">
${hidden.join('\n')}
${fieldset('Continue as', people)}
${ticks === undefined ? '' : fieldset('Pages it may reach', ticks)}
${fieldset(
  'It will be able to use',
  requested.scopes.map((scope) => scopeBox(page, scope)),
)}
<button type="submit" name="decision" value="approve">Continue</button>
<button type="submit" name="decision" value="deny">Cancel</button>
</form>
<p><small>You will be sent to <code>${escapeHtml(requested.redirectUri)}</code></small></p>`,
  )
}

/** Stores granted permissions. Earlier permissions that this request does not contain remain granted. */
export function authorize(
  state: GraphState,
  owner: string,
  given: {
    readonly requested: readonly string[]
    readonly allowed: readonly string[]
    readonly pages: readonly string[]
  },
): void {
  const before = state.authorizations.get(owner)?.scopes ?? new Set<string>()
  const kept = [...before].filter((scope) => !given.requested.includes(scope))
  const allowed = given.requested.filter((scope) => given.allowed.includes(scope))
  state.authorizations.set(owner, {
    owner,
    scopes: new Set([...kept, ...allowed]),
    pages: new Set(given.pages),
  })
}

/** Creates an authorization code after an approval. */
function grantCode(state: GraphState, owner: string, redirectUri: string): string {
  const code = `AQ${state.seed.token('code')}`
  const expiresAt = later(state.clock.now(), CODE_SECONDS)
  state.grants.set(code, { code, owner, redirectUri, expiresAt, used: false })
  return code
}

/** Applies the person's decision: redirects to the app with a code or with the error. */
export function decide(state: GraphState, page: SignInPage, form: URLSearchParams): Response {
  const requested = readRequested(state, form)
  if ('text' in requested) return answerProblem(page, requested)
  if (form.get('decision') !== 'approve')
    return redirectTo(requested.redirectUri, {
      error: 'access_denied',
      error_reason: 'user_denied',
      error_description: 'Permissions error',
      state: requested.state,
    })
  const person = page.candidates().find(({ owner }) => owner === form.get('person'))
  if (person === undefined) return problemPage(page.network, 'Go back and choose an account.')
  if (person.refusal !== null) return problemPage(page.network, person.refusal)
  const allowed = [...page.fixedScopes, ...form.getAll('allow')]
  authorize(state, person.owner, { requested: requested.scopes, allowed, pages: form.getAll('page') })
  const code = grantCode(state, person.owner, requested.redirectUri)
  return redirectTo(requested.redirectUri, { code, state: requested.state }, page.fragment)
}
