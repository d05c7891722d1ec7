import { expect, it } from 'vitest'

import { hmac } from '../framework/webhooks.js'
import { proofOf } from './access.js'
import { metaJson } from './push.js'
import { signedRequest } from './signed-request.js'

// The test vectors come from Meta's documentation and were computed independently of this code.
const SECRET = 'the-app-secret'

it('a proof is the HMAC of the token, or of token and time', () => {
  expect(proofOf(SECRET, 'EAAG-page-token', null)).toBe(
    'e9093c93dea887baf2133ed43f66f13c6f1c5a0dbb01282436f4d8f2331a98d0',
  )
  expect(proofOf(SECRET, 'EAAG-page-token', '1790000000')).toBe(
    '8f25ef95e7f56764d3052255b2bf910732901182fbe871246b56639faf61b63c',
  )
})

it('a webhook body is escaped as by Meta, and signed in that form', () => {
  const body = metaJson({
    object: 'page',
    entry: [
      {
        id: '100000000000001',
        time: 1_790_000_000,
        changes: [
          {
            field: 'feed',
            value: {
              item: 'comment',
              verb: 'add',
              comment_id: '700_900',
              post_id: '100000000000001_700',
              parent_id: '100000000000001_700',
              message: 'Café / yes',
              created_time: 1_789_999_990,
              from: { id: '555', name: 'Ada' },
            },
          },
        ],
      },
    ],
  })
  expect(body).toHaveLength(316)
  expect(hmac(body, SECRET)).toBe('24eefe6065bde1a61ab14cee53cf1ded3d419e1a48203d4c39d6af68c5447981')
})

it('a signed request is its encoded payload after its HMAC', () => {
  expect(signedRequest(SECRET, '218471', new Date(1_790_000_000_000))).toBe(
    '9L5tht3ILz50zMvIGsUxQrqwOTWOG8m3K9EVqotupqY.eyJhbGdvcml0aG0iOiJITUFDLVNIQTI1NiIsImV4cGlyZXMiOjE3OTAwMDM2MDAsImlzc3VlZF9hdCI6MTc5MDAwMDAwMCwidXNlcl9pZCI6IjIxODQ3MSJ9',
  )
})
