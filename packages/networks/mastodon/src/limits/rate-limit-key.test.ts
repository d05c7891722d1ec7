import { expect, it } from 'vitest'

import { rateLimitKey } from './rate-limit-key.js'

it.each([
  ['POST', '/api/v1/statuses', 'posts'],
  ['POST', '/api/v2/media', 'media'],
  ['GET', '/api/v1/media/7', 'api'],
  ['DELETE', '/api/v1/statuses/7', 'deletes'],
  ['GET', '/api/v1/notifications?limit=40&min_id=7', 'pages'],
  ['GET', '/api/v1/notifications?limit=40', 'api'],
  ['POST', '/api/v1/statuses/7/favourite', 'api'],
  ['PUT', '/api/v1/statuses/7', 'posts'],
  ['PUT', '/api/v1/scheduled_statuses/7', 'api'],
  ['POST', '/api/v1/statuses/7/reblog', 'posts'],
  ['POST', '/api/v1/statuses/7/unreblog', 'deletes'],
] as const)('assigns %s %s to the limit %s', (method, path, key) => {
  expect(rateLimitKey({ method, url: `https://social.example${path}` })).toBe(key)
})
