import { approvalForm } from '../../framework/pages/approval.js'
import { escapeHtml } from '../../framework/pages/html.js'
import type { PinterestState } from '../state.js'

const SCOPE_LABELS: Readonly<Record<string, string>> = {
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
  `<li>${escapeHtml(SCOPE_LABELS[scope] ?? scope)} <small><code>${escapeHtml(scope)}</code></small></li>`

/**
 * Returns the page on which a person chooses an account, and approves or denies all requested
 * scopes.
 */
export function approvalPage(
  state: PinterestState,
  scopes: readonly string[],
  passedOn: Iterable<readonly [string, string]>,
): Response {
  return approvalForm({
    title: 'Give access to your Pinterest account',
    heading: 'The app asks for access to your Pinterest account',
    action: '/oauth/',
    passedOn,
    scopesHtml: `<p>It will be able to</p>
<ul>
${scopes.map((scope) => scopeHtml(scope)).join('\n')}
</ul>`,
    people: [...state.people.values()].map(({ username, businessName }) => ({
      username,
      name: businessName ?? username,
    })),
    approve: 'Give access',
  })
}
