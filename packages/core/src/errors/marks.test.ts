import { expect, it } from 'vitest'

import * as errors from './index.js'

/**
 * Expected mark of each error class. The marks must never change, because copies of the library
 * with different versions recognize each other's errors only by these marks.
 */
const MARKS: Readonly<Record<string, string>> = {
  AuthError: 'social.error.auth',
  TokenExpiredError: 'social.error.token-expired',
  SignatureError: 'social.error.signature',
  ClosedError: 'social.error.closed',
  ConfigError: 'social.error.config',
  InvalidHostError: 'social.error.invalid-host',
  InvalidPostError: 'social.error.invalid-post',
  IdempotencyConflictError: 'social.error.idempotency-conflict',
  NetworkError: 'social.error.network',
  NotAllowedError: 'social.error.not-allowed',
  MissingPermissionError: 'social.error.missing-permission',
  BlockedError: 'social.error.blocked',
  ReplyWindowClosedError: 'social.error.reply-window-closed',
  NotFoundError: 'social.error.not-found',
  NoConnectionError: 'social.error.no-connection',
  PostGoneError: 'social.error.post-gone',
  NotSupportedError: 'social.error.not-supported',
  PlatformError: 'social.error.platform',
  PortError: 'social.error.port',
  PublishBusyError: 'social.error.publish-busy',
  OutcomeUnknownError: 'social.error.outcome-unknown',
  RateLimitError: 'social.error.rate-limit',
  SpendingLimitError: 'social.error.spending-limit',
  UpdateBusyError: 'social.error.update-busy',
}

interface ErrorClass {
  is(value: unknown): boolean
}

const classes = Object.entries(errors).filter(
  (entry): entry is [string, ErrorClass & (typeof entry)[1]] =>
    typeof entry[1] === 'function' && 'is' in entry[1] && entry[0] !== 'SocialBaseError',
)

it('every class has its own mark', () => {
  expect(classes.map(([name]) => name).toSorted()).toEqual(Object.keys(MARKS).toSorted())
})

it.each(classes)('%s recognizes an error of another copy only by its mark', (name, errorClass) => {
  const mark = MARKS[name] ?? ''
  expect(errorClass.is({ [Symbol.for('social.error')]: true, [Symbol.for(mark)]: true })).toBe(true)
  expect(errorClass.is({ [Symbol.for('social.error')]: true })).toBe(false)
  expect(errorClass.is(null)).toBe(false)
})
