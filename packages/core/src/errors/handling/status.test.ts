import { expect, it } from 'vitest'

import * as errors from '../index.js'

const on = { platform: 'sample' }

// Holds R-0491, R-0493, R-0494, R-0495, R-0496, R-0497, R-0499, R-0500, R-0501, R-0503, R-0506.
it.each([
  [401, new errors.SignatureError('x')],
  [401, new errors.AuthError('x')],
  [401, new errors.TokenExpiredError('x', on)],
  [403, new errors.NotAllowedError('x')],
  [403, new errors.BlockedError('x')],
  [403, new errors.MissingPermissionError({ needs: 'write' })],
  [404, new errors.NotFoundError('x')],
  [404, new errors.PostGoneError('x')],
  [404, new errors.NoConnectionError('x')],
  [429, new errors.RateLimitError('x')],
  [400, new errors.InvalidPostError('x')],
  [400, new errors.NotSupportedError({ ...on, what: 'flying' })],
  [503, new errors.PublishBusyError('x', { retryAfter: 1 })],
  [503, new errors.UpdateBusyError('x', { retryAfter: 1 })],
  [502, new errors.NetworkError('x')],
  [502, new errors.OutcomeUnknownError('x', { receipt: null })],
  [502, new errors.PlatformError('x', on)],
  [500, new errors.ConfigError('x')],
  [500, new TypeError('x')],
  [500, 'text'],
  [500, undefined],
])('the status is %d for %s', (status, error) => {
  expect(errors.statusFor(error)).toBe(status)
})
