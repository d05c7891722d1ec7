import { leaksNothing } from '@social-internal/meta-tests/quoting-trial'

import { withFiles } from '../__fixtures__/with-files.js'

type At = Awaited<ReturnType<typeof withFiles>>

leaksNothing<At>({
  named: 'an Instagram',
  platform: 'instagram',
  token: /IGAA/,
  open: () => withFiles({ retries: { attempts: 1 } }),
  approve: ({ people }, url) => people.approve({ url, account: 'adascakes' }),
  signIn: [
    ['/api-host/oauth/access_token', 'CODE'],
    ['/access_token', 'SECRET'],
    ['/v26.0/me', 'TOKEN'],
  ],
  asks: async ({ ada, files }) => ({
    id: ada.id,
    asks: [
      () => ada.post({ media: [files.picture()] }),
      () => ada.post({ media: [files.picture(), files.video()] }),
      () => ada.limits(),
      () => ada.profile(),
      () => ada.readStats('1'),
      () => ada.readReplies('1'),
      () => ada.fetchUpdates(),
      () => ada.startUpdates(),
      () => ada.stopUpdates(),
    ],
  }),
})
