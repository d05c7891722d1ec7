import { leaksNothing } from '@social-internal/meta-tests/quoting-trial'
import { Media } from '@social/core'
import { sampleMp4, samplePng } from '@social/emulator'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

type At = Awaited<ReturnType<typeof usingEmulator>>

leaksNothing<At>({
  named: 'a Facebook',
  platform: 'facebook',
  token: /EAAG/,
  open: () => usingEmulator({ retries: { attempts: 1 } }),
  approve: ({ people }, url) => people.approve({ url, person: 'Ada' }),
  // The same endpoint exchanges the code and the short-lived token.
  signIn: [
    ['*/access_token', 'CODE'],
    ['*/me', 'TOKEN'],
    ['*/accounts', 'TOKEN'],
  ],
  asks: async (at) => {
    const page = await at.signIn()
    const media = [Media.fromBytes(samplePng(), { filename: 'cake.png' })]
    const video = [Media.fromBytes(sampleMp4(4096), { filename: 'cake.mp4' })]
    return {
      id: page.id,
      asks: [
        () => page.post({ text: 'Bread' }),
        () => page.post({ media }),
        () => page.post({ media: video }),
        () => page.post({ media: video, options: { placement: 'reel' } }),
        () => page.profile(),
        () => page.readStats('1_2'),
        () => page.checkState('1'),
        () => page.fetchUpdates(null),
        () => page.like('1_2'),
        () => page.reply('1_2', 'Thanks'),
        () => page.deletePost('1_2'),
        () => page.startUpdates(),
      ],
    }
  },
})
