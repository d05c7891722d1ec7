import { AuthError } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { packResumeToken, readResumeToken } from './resume-token.js'

const LOGIN = { accessToken: 'EAAG-person', personId: '42', scopes: ['pages_show_list'] }
const packed = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a resume token', () => {
  it('contains the data to finish', () => {
    expect(readResumeToken(packResumeToken(LOGIN))).toEqual(LOGIN)
  })

  it.each([
    'nonsense',
    '',
    packed(null),
    packed({ ...LOGIN, accessToken: '' }),
    packed({ ...LOGIN, personId: '' }),
    packed({ ...LOGIN, scopes: 'all' }),
    packed({ ...LOGIN, scopes: [7] }),
  ])('that is invalid is refused, without quoting it: %s', (token) => {
    let error: unknown
    try {
      readResumeToken(token)
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(AuthError)
    expect(error).toMatchObject({ platform: 'facebook', message: expect.stringContaining('cannot be read') })
    expect(error).not.toHaveProperty('cause')
  })
})
