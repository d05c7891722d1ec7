import { approvalForm, scopeBoxes } from '../../framework/pages/approval.js'
import type { BusinessState } from '../state.js'

const SCOPE_LABELS: Readonly<Record<string, string>> = {
  'user.info.basic': 'read your name and your picture',
  'video.list': 'see your public videos',
  'comment.list': 'read the comments on your videos',
  'comment.list.manage': 'answer, hide and delete comments on your videos',
}

/** Required scope. A person cannot deselect this scope. */
export const FIXED_SCOPE = 'user.info.basic'

/**
 * Returns the page on which a person chooses an account, deselects permissions, and approves or
 * denies.
 */
export function approvalPage(
  state: BusinessState,
  scopes: readonly string[],
  passedOn: Iterable<readonly [string, string]>,
): Response {
  return approvalForm({
    title: 'Log in to TikTok',
    heading: 'A business app asks for access to your TikTok account',
    action: '/v2/auth/authorize/',
    passedOn,
    scopesHtml: scopeBoxes(scopes, { text: SCOPE_LABELS, fixed: FIXED_SCOPE }),
    people: [...state.people.values()].map(({ username, displayName, isBusiness }) => ({
      username,
      name: displayName,
      ...(isBusiness && { note: ', a business account' }),
    })),
    approve: 'Continue',
  })
}
