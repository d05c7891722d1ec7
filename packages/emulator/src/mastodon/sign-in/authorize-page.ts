import { escapeHtml, htmlPage } from '../../framework/pages/html.js'
import { avatarUrl, localPeople } from '../people/people.js'
import type { App } from '../records.js'
import type { MastodonState } from '../state.js'
import { type Params, textOf } from '../wire/params.js'

/** Approval request of an application. */
export interface ApprovalRequest {
  readonly app: App
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly state: string | null
  readonly challenge: string | null
}

const PASSED_ON = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
]

const SCOPE_TEXT: Readonly<Record<string, string>> = {
  profile: 'read only your profile information',
  read: 'read all data of your account',
  write: 'change all data of your account',
  follow: 'change whom you follow, block and mute',
  push: 'receive your notifications',
}

function scopeText(scope: string): string {
  const known = SCOPE_TEXT[scope]
  if (known !== undefined) return known
  const [verb = '', topic = ''] = scope.split(':')
  return `${verb === 'write' ? 'change' : 'read'} your ${topic.replaceAll('_', ' ')}`
}

function peopleHtml(state: MastodonState): string {
  return localPeople(state)
    .map((person, index) => {
      const { username, displayName } = person
      const picture = new URL(avatarUrl(state, person)).pathname
      return `<label><input type="radio" name="person" value="${escapeHtml(username)}"${index === 0 ? ' checked' : ''} required>
<img src="${escapeHtml(picture)}" alt="" width="40" height="40">
<span>${escapeHtml(displayName)}<small>@${escapeHtml(username)}</small></span></label>`
    })
    .join('\n')
}

/** Creates the page on which a person chooses an account and approves or denies the request. */
export function approvalPage(state: MastodonState, request: ApprovalRequest, params: Params): Response {
  const hidden = PASSED_ON.map((name) => [name, textOf(params, name)] as const)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value ?? '')}">`)
    .join('\n')
  const { app, scopes, redirectUri } = request
  const website = app.website === null ? '' : `Its website is <code>${escapeHtml(app.website)}</code>.`
  return htmlPage(
    `Authorize ${app.name}`,
    `<h1>${escapeHtml(app.name)} asks for access to your account</h1>
<p>${website}On the Mastodon server <strong>${escapeHtml(state.host)}</strong> it will be able to:</p>
<ul>
${scopes.map((scope) => `<li>${escapeHtml(scopeText(scope))} <code>${escapeHtml(scope)}</code></li>`).join('\n')}
</ul>
<form method="post" action="/oauth/authorize">
${hidden}
<fieldset>
<legend>Sign in as</legend>
${peopleHtml(state)}
</fieldset>
<button type="submit" name="decision" value="approve">Authorize</button>
<button type="submit" name="decision" value="deny">Deny</button>
</form>
<p><small>You will be sent to <code>${escapeHtml(redirectUri)}</code></small></p>`,
  )
}

/** Creates the page that shows the code to copy, for clients without a redirect URI. */
export function codePage(code: string): Response {
  return htmlPage(
    'Authorization code',
    `<h1>Authorization code</h1><p>Copy this code and paste it into the application:</p><p><code>${escapeHtml(code)}</code></p>`,
  )
}

/** Creates the error page of a request that cannot be approved. */
export function problemPage(description: string, status: number): Response {
  return htmlPage(
    'An error has occurred',
    `<h1>An error has occurred</h1><p>${escapeHtml(description)}</p>`,
    { status },
  )
}
