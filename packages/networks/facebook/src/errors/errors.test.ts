import { type Refusing, refusing, checksRefusals } from '@social-internal/meta-tests/refusals-trial'
import { InvalidPostError, NotAllowedError, PlatformError, RateLimitError } from '@social/core/platform'
import { expect, it } from 'vitest'

import { readError } from './index.js'

const REFUSING: Refusing = {
  platform: 'facebook',
  displayName: 'Facebook',
  readError,
  api: 'https://graph.facebook.com/v26.0',
  rows: [
    [1, 1_366_046, InvalidPostError, /4 MB/],
    [100, 1_366_051, InvalidPostError, /already belong to a post/],
    [368, 1_390_008, RateLimitError, /too frequently/],
    [368, 1_346_003, NotAllowedError, /abusive/],
    [368, 1_404_102, NotAllowedError, /abusive/],
    [100, 1_404_006, NotAllowedError, /identity/],
    [100, 4_854_002, NotAllowedError, /identity/],
    [100, 1_404_078, NotAllowedError, /authorization/],
    [368, 1_404_112, NotAllowedError, /some days/],
    [100, 1_609_008, InvalidPostError, /facebook\.com/],
    [100, 2_061_006, InvalidPostError, /URL/],
    [352, 1_349_125, InvalidPostError, /MP4/],
    [324, 2_069_019, InvalidPostError, /picture/],
    [100, 1_363_040, InvalidPostError, /9:16/],
    [100, 1_363_127, InvalidPostError, /540x960/],
    [100, 1_363_128, InvalidPostError, /90 seconds/],
    [100, 1_363_129, InvalidPostError, /frame rate/],
    [100, 1_363_047, PlatformError, /temporary/],
    [100, 1_609_010, PlatformError, /temporary/],
    [389, null, InvalidPostError, /robots\.txt/],
    [506, null, InvalidPostError, /identical/],
    [1_609_005, null, InvalidPostError, /link/],
    [32, null, RateLimitError, /rate limit is exhausted/],
    [368, null, NotAllowedError, /blocked/],
  ],
  publishing: {
    yes: ['/1/feed', '/1/photos', '/1/videos', '/1/video_reels', '/1/photo_stories', '/1/video_stories'],
    no: [{ path: '/7_9/comments' }, { path: '/7_9/likes' }, { path: '/1/subscribed_apps' }],
  },
  naming: {
    posts: [
      { method: 'GET', path: '/1_2?fields=reactions' },
      { method: 'GET', path: '/7?fields=status' },
      { method: 'DELETE', path: '/1_2' },
      { path: '/7_9/comments' },
      { path: '/7_9/likes' },
    ],
    others: [
      { method: 'GET', path: '/1?fields=name,picture{url}' },
      { method: 'GET', path: '/1?fields=id,access_token' },
      { method: 'GET', path: '/me?fields=id' },
      { method: 'GET', path: '/me/accounts' },
      { path: '/1/feed' },
    ],
  },
  permission: { name: 'pages_manage_posts', path: '/1/feed' },
  signIn: { url: 'https://graph.facebook.com/v26.0/oauth/access_token', pair: /App settings, Basic/ },
  halves: ['pages_a'],
}

checksRefusals(REFUSING)

it('reads the refusals of an upload host, which have their own form', () => {
  const { readBody } = refusing(REFUSING)
  const refuse = (type: string, retriable: boolean) =>
    readBody('https://rupload.facebook.com/video-upload/v26.0/1', {
      debug_info: { type, retriable, message: 'It said.' },
    })
  expect(refuse('ProcessingFailedError', false)).toBeInstanceOf(InvalidPostError)
  for (const type of ['OffsetInvalidError', 'PartialRequestError', 'ProcessingFailedError'])
    expect(refuse(type, true)).toMatchObject({ isOutage: true })
})

it('posting too frequently is not waited for inside a call', () => {
  const error = { message: 'Slow down.', code: 368, error_subcode: 1_390_008, fbtrace_id: 'A' }
  const request = {
    method: 'POST',
    url: 'https://graph.facebook.com/v26.0/1/feed',
    headers: {},
    body: null,
  } as const
  const refused = readError({ status: 400, headers: {}, body: { error } }, request, new Date(0))
  expect(refused).toMatchObject({ code: 'RATE_LIMIT', retryAfter: null, passesSoon: false })
})

it.each([
  [
    190,
    undefined,
    'Permission must be granted before impersonating the page.',
    'NOT_ALLOWED',
    /full control/,
  ],
  [
    190,
    undefined,
    'The user must be an administrator, editor, or moderator of the page in order to impersonate it.',
    'NOT_ALLOWED',
    /two-factor/,
  ],
  [
    200,
    undefined,
    'requires both pages_read_engagement and pages_manage_posts as an admin with sufficient administrative permission',
    'NOT_ALLOWED',
    /role/,
  ],
  [100, undefined, '(#100) No permission to publish the video', 'NOT_ALLOWED', /full control/],
  [190, 490, 'Error validating access token.', 'AUTH', /www\.facebook\.com/],
])('code %i/%s with "%s" reports the remedy', (code, subcode, message, expected, remedy) => {
  const error = { message, code, error_subcode: subcode }
  const request = {
    method: 'POST',
    url: 'https://graph.facebook.com/v26.0/1/videos',
    headers: {},
    body: null,
  } as const
  const refused = readError({ status: 400, headers: {}, body: { error } }, request, new Date(0))
  expect(refused).toMatchObject({ code: expected, message: expect.stringMatching(remedy) })
})
