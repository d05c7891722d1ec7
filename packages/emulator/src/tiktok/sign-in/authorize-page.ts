import { approvalForm, scopeBoxes } from '../../framework/pages/approval.js'
import type { TiktokState } from '../state.js'

/** A valid sign-in request of the app. */
export interface ApprovalRequest {
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly state: string | null
  /** PKCE challenge: hexadecimal SHA-256 of the verifier. Null without PKCE. */
  readonly challenge: string | null
}

const WORDS: Readonly<Record<string, string>> = {
  'user.info.basic': 'read your name and your picture',
  'user.info.profile': 'read your user name and your profile',
  'user.info.stats': 'read your numbers: followers, likes, videos',
  'video.upload': 'put videos into your inbox, as drafts',
  'video.publish': 'post videos to your profile',
}

/** Required scope. A person cannot deselect this scope. */
export const FIXED_SCOPE = 'user.info.basic'

/**
 * Returns the page on which a person chooses an account, deselects permissions, and approves or
 * denies.
 */
export function approvalPage(
  state: TiktokState,
  { scopes, redirectUri }: ApprovalRequest,
  passedOn: Iterable<readonly [string, string]>,
): Response {
  return approvalForm({
    title: 'Log in to TikTok',
    heading: 'The app asks for access to your TikTok account',
    action: '/v2/auth/authorize/',
    passedOn,
    scopesHtml: scopeBoxes(scopes, { text: WORDS, fixed: FIXED_SCOPE }),
    people: [...state.people.values()].map(({ username, displayName, isPrivate }) => ({
      username,
      name: displayName,
      ...(isPrivate && { note: ', a private account' }),
    })),
    approve: 'Continue',
    redirectUri,
  })
}
