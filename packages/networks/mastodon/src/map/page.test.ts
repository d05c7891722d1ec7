import { describe, expect, it } from 'vitest'

import { nextMaxId } from './page.js'

describe('the cursor of the next page', () => {
  it('is read from the Link header, even when that names another host', () => {
    const link =
      '<https://internal.example/api/v1/conversations?limit=2&max_id=108835003356700379>; rel="next", <https://internal.example/api/v1/conversations?limit=2&min_id=1>; rel="prev"'

    expect(nextMaxId({ link })).toBe('108835003356700379')
  })

  it('is null at the end', () => {
    expect(nextMaxId({})).toBeNull()
    expect(nextMaxId({ link: '<https://social.example/a?min_id=1>; rel="prev"' })).toBeNull()
    expect(nextMaxId({ link: '<https://social.example/a?page=2>; rel="next"' })).toBeNull()
  })
})
