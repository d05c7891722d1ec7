import { escapeHtml, htmlPage } from '../../framework/pages/html.js'
import type { PinterestState } from '../state.js'

const WORDS: Readonly<Record<string, string>> = {
  'boards:read': 'see your public boards, group boards included',
  'boards:read_secret': 'see your secret boards',
  'boards:write': 'create, update and delete your public boards',
  'boards:write_secret': 'create, update and delete your secret boards',
  'pins:read': 'see your public Pins',
  'pins:read_secret': 'see your secret Pins',
  'pins:write': 'create, update and delete your public Pins',
  'pins:write_secret': 'create, update and delete your secret Pins',
  'user_accounts:read': 'see your user account and your followers',
}

const scopeHtml = (scope: string): string =>
  `<li>${escapeHtml(WORDS[scope] ?? scope)} <small><code>${escapeHtml(scope)}</code></small></li>`

function personHtml(state: PinterestState): string {
  return [...state.people.values()]
    .map(
      ({ username, businessName }, index) =>
        `<label><input type="radio" name="person" value="${escapeHtml(username)}"${index === 0 ? ' checked' : ''} required>
<span>${escapeHtml(businessName ?? username)}<small>@${escapeHtml(username)}</small></span></label>`,
    )
    .join('\n')
}

/** The page on which a person says who they are, and gives access or not: all of it, or none. */
export function approvalPage(
  state: PinterestState,
  scopes: readonly string[],
  passedOn: Iterable<readonly [string, string]>,
): Response {
  const hidden = [...passedOn]
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('\n')
  return htmlPage(
    'Give access to your Pinterest account',
    `<h1>The app asks for access to your Pinterest account</h1>
<form method="post" action="/oauth/">
${hidden}
<p>It will be able to</p>
<ul>
${scopes.map((scope) => scopeHtml(scope)).join('\n')}
</ul>
<fieldset>
<legend>Continue as</legend>
${personHtml(state)}
</fieldset>
<button type="submit" name="decision" value="approve">Give access</button>
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
