import { ControlError, operation } from '../../framework/control/operations.js'
import { hide } from '../../framework/log/hide.js'
import type { RefreshTokenRule, TiktokBusinessSettings } from '../settings.js'
import type { BusinessState } from '../state.js'
import { accessOperations } from './access.js'
import { commentOperations } from './comments.js'

/** Describes the state of the emulated TikTok Business for the control page. Secrets are hidden. */
function describe(state: BusinessState) {
  return {
    appId: state.settings.appId,
    people: [...state.people.values()].map((person) => ({ ...person })),
    videos: [...state.videos.values()].map((video) => ({ ...video })),
    comments: [...state.comments.values()].map((comment) => ({ ...comment })),
    tokens: state.accesses.map((access) => ({
      token: hide(access.accessToken),
      of: state.people.get(access.openId)?.username ?? access.openId,
      scopes: access.scopes,
      expiresAt: access.expiresAt,
      refreshUsed: access.refreshUsed,
      revoked: access.revoked,
    })),
    webhooks: [...state.subscriptions].map(([type, { callbackUrl, itemList }]) => ({
      type,
      callbackUrl,
      itemList: [...itemList],
    })),
    events: {
      waiting: state.sender.waiting,
      attempts: state.sender.attempts.map(({ push, attempt, status }) => ({
        body: String(push.body),
        attempt,
        status,
      })),
    },
  }
}

function change(
  state: BusinessState,
  changes: Partial<{ [K in keyof TiktokBusinessSettings]: unknown }>,
): void {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  state.settings = { ...state.settings, ...given }
}

/**
 * Converts -1 to null. Callers send -1 for "no limit" because a control operation accepts no null.
 */
const orNull = (value: number | undefined): number | null | undefined => (value === -1 ? null : value)

function networkOperations(state: BusinessState) {
  return {
    refuseNext: operation({
      does: 'Refuses the next requests with this code and status 200: 50000, 40100, 51305. With `afterEffect` they take effect first. `path` matches part of the path.',
      takes: { code: 'number', message: 'text?', path: 'text?', afterEffect: 'boolean?', times: 'number?' },
      run: ({ code, message, path, afterEffect, times }) => {
        state.planned.push({
          code,
          message: message ?? 'Something went wrong.',
          path: path ?? null,
          afterEffect: afterEffect ?? false,
          times: times ?? 1,
        })
      },
    }),
    setRates: operation({
      does: 'Sets the limits: requests for one account and endpoint, and for the app. perSecond -1 disables the limit per second.',
      takes: {
        perMinuteAndEndpoint: 'number?',
        perMinute: 'number?',
        perSecond: 'number?',
        perDay: 'number?',
        penaltySeconds: 'number?',
      },
      run: ({ perSecond, ...rest }) => {
        change(state, { ...rest, perSecond: orNull(perSecond) })
        state.penalties.clear()
      },
    }),
    setLists: operation({
      does: 'Sets faults of lists: delayed items, short pages (-1 for none), repeated items.',
      takes: { listDelaySeconds: 'number?', shortPages: 'number?', repeatsItems: 'boolean?' },
      run: ({ shortPages, ...rest }) => change(state, { ...rest, shortPages: orNull(shortPages) }),
    }),
    setSpam: operation({
      does: 'Sets the number of times after which the same text is hidden as spam. -1 for never.',
      takes: { spamAfter: 'number' },
      run: ({ spamAfter }) => change(state, { spamAfter: orNull(spamAfter) }),
    }),
    setRefreshTokens: operation({
      does: 'Sets the handling of the refresh token on a refresh: ROTATED, KEPT or OMITTED.',
      takes: { rule: 'text' },
      run: ({ rule }) => {
        const rules: readonly RefreshTokenRule[] = ['ROTATED', 'KEPT', 'OMITTED']
        if (!rules.some((one) => one === rule))
          throw new ControlError(`"${rule}" is not a rule. Rules: ${rules.join(', ')}.`)
        change(state, { refreshTokens: rule })
      },
    }),
  }
}

/** Returns all control operations of the emulated TikTok Business. */
export function tiktokBusinessOperations(state: BusinessState) {
  return {
    state: operation({
      does: 'Returns the state of the network. Secrets are hidden.',
      takes: {},
      reads: true,
      run: () => describe(state),
    }),
    ...accessOperations(state),
    ...commentOperations(state),
    ...networkOperations(state),
  }
}

/** Control operations of the emulated TikTok Business, by name. */
export type TiktokBusinessOperations = ReturnType<typeof tiktokBusinessOperations>
