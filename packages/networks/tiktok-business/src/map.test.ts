import { describe, expect, it } from 'vitest'

import { anAccount } from './__fixtures__/an-account.js'
import { toUpdate } from './map.js'

const about = { videoId: '7', connection: anAccount() }
const aComment = (profileImage: string | null) => ({
  comment_id: '8',
  video_id: '7',
  create_time: 1_790_000_000,
  unique_identifier: 'u1',
  username: 'bo',
  display_name: 'Bo',
  profile_image: profileImage,
  text: 'Nice',
  owner: false,
  pinned: false,
})

describe('who wrote a comment', () => {
  it.each([
    ['https://p16.tiktokcdn.com/bo.jpeg', 'https://p16.tiktokcdn.com/bo.jpeg'],
    ['javascript:alert(1)', null],
    ['', null],
    [null, null],
  ])('has of the picture %j the address %j', (given, avatarUrl) => {
    expect(toUpdate(aComment(given) as never, {}, about)?.actor).toMatchObject({ avatarUrl })
  })
})
