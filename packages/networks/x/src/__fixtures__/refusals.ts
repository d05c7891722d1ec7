import {
  AuthError,
  InvalidPostError,
  NotAllowedError,
  NotFoundError,
  PlatformError,
  PostGoneError,
  RateLimitError,
} from '@social/core'

/** Base URL of the `type` in X's error bodies. */
export const TYPES = 'https://api.x.com/2/problems'
/** Identifies the request that creates a post. */
export const POST = { place: 'POST /tweets' }
/** Creates a refusal whose reason is only in its text. */
export const forbidden = (detail: string) => ({
  title: 'Forbidden',
  status: 403,
  type: 'about:blank',
  detail,
})

/**
 * Refusals of X. Each row: name, status, body, request, expected error class, part of the expected
 * message.
 */
export const REFUSALS: readonly (readonly [string, number, unknown, object, object, string])[] = [
  [
    'a bad request',
    400,
    {
      errors: [{ message: 'The `ids` are wrong' }],
      title: 'Invalid Request',
      type: `${TYPES}/invalid-request`,
    },
    {},
    PlatformError,
    'The `ids` are wrong',
  ],
  [
    'a bad post',
    400,
    {
      errors: [{ message: '$.text: is missing' }],
      title: 'Invalid Request',
      type: `${TYPES}/invalid-request`,
    },
    POST,
    InvalidPostError,
    '$.text: is missing',
  ],
  [
    'a bad alt text',
    400,
    { title: 'Invalid Request' },
    { place: 'POST /media/metadata' },
    InvalidPostError,
    'Invalid Request',
  ],
  ['too long a text', 403, forbidden('Your Tweet text is too long.'), POST, InvalidPostError, 'Shorten it'],
  [
    'the same text',
    403,
    forbidden('You are not allowed to create a Tweet with duplicate content.'),
    POST,
    InvalidPostError,
    'Change the text',
  ],
  [
    'two cashtags',
    403,
    forbidden('Posts are limited to a maximum of one cashtag.'),
    POST,
    InvalidPostError,
    'one cashtag. Correct it',
  ],
  [
    'a bad token',
    401,
    { title: 'Unauthorized', type: 'about:blank', status: 401, detail: 'Unauthorized' },
    {},
    AuthError,
    'Sign the account in again',
  ],
  [
    'a spent refresh token',
    400,
    { error: 'invalid_request', error_description: 'Value passed for the token was invalid.' },
    { place: 'POST /oauth2/token' },
    AuthError,
    'Value passed for the token was invalid. Start the sign-in again',
  ],
  [
    'no credits',
    402,
    { title: 'CreditsDepleted', type: 'https://api.twitter.com/2/problems/credits', detail: 'no credits' },
    {},
    NotAllowedError,
    'Buy credits at https://console.x.com. Signing in again does not help.',
  ],
  [
    'no plan',
    403,
    {
      client_id: '1',
      title: 'Client Forbidden',
      reason: 'client-not-enrolled',
      type: 'https://api.twitter.com/2/problems/client-forbidden',
      detail: 'When authenticating',
    },
    {},
    NotAllowedError,
    'No other scope helps. See https://console.x.com.',
  ],
  [
    'no plan of the person',
    403,
    { title: 'Forbidden', reason: 'user-not-enrolled', type: 'about:blank' },
    {},
    NotAllowedError,
    'No other scope helps',
  ],
  [
    'a quote',
    403,
    forbidden('Quoting posts is not available for your current plan.'),
    POST,
    NotAllowedError,
    'Remove options.quoteTweetId',
  ],
  [
    'a like',
    403,
    forbidden('Forbidden'),
    { place: 'POST /users/1/likes' },
    NotAllowedError,
    'require an Enterprise plan',
  ],
  [
    'an uninvited reply',
    403,
    forbidden('Reply to this conversation is not allowed because you have not been mentioned'),
    POST,
    NotAllowedError,
    'only when its author mentioned the account',
  ],
  [
    'a closed mailbox',
    403,
    forbidden('You do not have permission to DM one or more participants.'),
    { place: 'POST /dm_conversations/1-2/messages' },
    NotAllowedError,
    'The person does not accept messages',
  ],
  [
    'a foreign post',
    403,
    {
      title: 'Forbidden',
      type: `${TYPES}/not-authorized-for-resource`,
      detail: 'You are not permitted to perform this action.',
    },
    { place: 'DELETE /tweets/1' },
    NotAllowedError,
    'belongs to another account',
  ],
  [
    'a deleted post',
    404,
    { title: 'Not Found Error', type: `${TYPES}/resource-not-found` },
    { place: 'DELETE /tweets/1' },
    PostGoneError,
    'Remove it from your data',
  ],
  [
    'a missing person',
    404,
    { title: 'Not Found Error', type: `${TYPES}/resource-not-found` },
    { place: 'GET /users/1/mentions' },
    NotFoundError,
    'Remove it from your data',
  ],
  [
    'a deleted post, in a 200',
    200,
    {
      errors: [
        {
          detail: 'Could not find tweet with id: [1].',
          type: 'https://api.twitter.com/2/problems/resource-not-found',
        },
      ],
    },
    { place: 'GET /tweets/1' },
    PostGoneError,
    'Could not find tweet',
  ],
  [
    'a hidden post, in a 200',
    200,
    { errors: [{ title: 'Authorization Error', type: `${TYPES}/not-authorized-for-resource` }] },
    { place: 'GET /tweets/1' },
    NotAllowedError,
    'does not show this item',
  ],
  [
    'an outage, in a 200',
    200,
    { errors: [{ title: 'Unavailable', type: `${TYPES}/resource-unavailable` }] },
    { place: 'GET /tweets/1' },
    PlatformError,
    'Unavailable',
  ],
  ['too large a header of a piece', 431, '', { place: 'POST /media/upload/1/append' }, PlatformError, 'smaller x({ chunkBytes })'],
  [
    'a post that the account is not allowed to create',
    403,
    forbidden('You are not permitted to perform this action.'),
    POST,
    NotAllowedError,
    'too long or a file too large for an account without Premium',
  ],
  ...(
    [
      [186, 'Tweet needs to be a bit shorter.', InvalidPostError, 'Shorten it'],
      [187, 'Status is a duplicate.', InvalidPostError, 'Change the text.'],
      [64, 'Your account is suspended and is not permitted to access this feature.', NotAllowedError, 'appeal'],
      [326, 'To protect our users from spam, this account is temporarily locked.', NotAllowedError, 'unlock it'],
      [185, 'User is over daily status update limit.', RateLimitError, 'the daily limit'],
      [226, 'This request looks like it might be automated.', RateLimitError, 'post less often'],
    ] as const
  ).flatMap(([code, message, kind, advice]) => [
    [`${code} in the old format`, 403, { errors: [{ code, message }] }, POST, kind, advice] as const,
    [`${code} without a message`, 403, { errors: [{ code }] }, POST, kind, advice] as const,
  ]),
  ['too large a piece', 413, '', { place: 'POST /media/upload/1/append' }, PlatformError, 'smaller x({ chunkBytes })'],
]
