import { operation } from '../framework/control/operations.js'
import { hide } from '../framework/log/hide.js'
import { authorize, decide, type SignInPage } from './authorize.js'
import type { GraphState } from './state.js'

/**
 * Functions that a network passes to the sign-in operations. Instagram and Threads use them,
 * because there an account signs in itself. On Facebook, a person signs in and chooses pages.
 */
export interface SignInParts {
  readonly page: SignInPage
  /** Finds a token owner by name. @throws ControlError with the known names. */
  readonly ownerOf: (name: string) => string
  /** Creates a token with a lifetime of sixty days. */
  readonly makeToken: (owner: string) => string
}

/** Operations that use the sign-in page. */
export function signInOperations(state: GraphState, { page, ownerOf, makeToken }: SignInParts) {
  return {
    signIn: operation({
      does: 'Creates a token with a lifetime of sixty days, without the sign-in page. Default: all permissions.',
      takes: { account: 'text', scopes: 'texts?' },
      run: ({ account, scopes = state.settings.scopes }) => {
        const userId = ownerOf(account)
        state.authorizations.delete(userId)
        authorize(state, userId, { requested: scopes, allowed: scopes, pages: [] })
        return { accessToken: makeToken(userId), userId }
      },
    }),
    approve: operation({
      does: 'Submits the sign-in page at a URL: approves, deselects permissions, or denies. Returns the redirect URL.',
      takes: { url: 'text', account: 'text', without: 'texts?', deny: 'boolean?' },
      run: ({ url, account, without = [], deny }) => {
        const form = new URL(url).searchParams
        form.set('decision', deny === true ? 'deny' : 'approve')
        form.set('person', ownerOf(account))
        for (const scope of (form.get('scope') ?? '').split(/[, ]/))
          if (!without.includes(scope)) form.append('allow', scope)
        const response = decide(state, page, form)
        return { status: response.status, location: response.headers.get('location') }
      },
    }),
  }
}

/** Describes the existing tokens with their owners. The secret tokens are hidden. */
export function describeTokens(state: GraphState, nameOf: (owner: string) => string) {
  return state.accesses.map(({ token, owner, kind, expiresAt, deadWith }) => ({
    token: hide(token),
    of: nameOf(owner),
    kind,
    scopes: [...(state.authorizations.get(owner)?.scopes ?? [])],
    expiresAt,
    deadWith,
  }))
}
