import { sample } from './sample-platform.js'
import { flags, without, wrong, type WrongPlatform } from './wrong.js'

export const WRONG_SHAPE: readonly WrongPlatform[] = [
  ['has the members of every platform', without('refresh'), 'It has no refresh(). Every platform has one.'],
  ['has the members of every platform', wrong({ displayName: '' }), 'It has no displayName.'],
  ['has a valid name', wrong({ name: 'Sample' }), '"Sample" is no name.'],
  [
    'can post something, or is declared read-only',
    {
      ...wrong({
        ...flags('PUSH_UPDATES'),
        publish: undefined,
        createApp: undefined,
        deletePost: undefined,
        checkThreadPart: undefined,
        like: undefined,
        unlike: undefined,
        reconcile: undefined,
        fetchUpdatesAfter: undefined,
        markSeen: undefined,
        listen: undefined,
      }),
    },
    'Pass readOnly: true',
  ],
  [
    'can post something, or is declared read-only',
    { readOnly: true },
    'It is declared read-only, and lists POST_TEXT, POST_IMAGE, REPLY.',
  ],
  [
    'lists flags that exist',
    wrong(flags(...sample.features, 'DELETE_POSTS')),
    'It lists "DELETE_POSTS", which is no flag. Did you mean DELETE_POST?',
  ],
  [
    'lists flags that exist',
    wrong(flags(...sample.features, 'SUBSCRIBE_UPDATES')),
    'SUBSCRIBE_UPDATES, which is reserved',
  ],
  [
    'has the methods behind each flag it lists',
    wrong(flags(...sample.features, 'READ_STATS')),
    'It lists READ_STATS and has no readStats().',
  ],
  [
    'has the methods behind each flag it lists',
    wrong({
      async readUpdates() {
        return []
      },
    }),
    'readUpdates() must be synchronous.',
  ],
  [
    'has all methods of each ability',
    wrong({ async deleteComment() {} }),
    'It has deleteComment() and no setCommentVisibility()',
  ],
  [
    'lists the flag of each method it has',
    wrong({ async readPost() {} }),
    'It has readPost() and does not list READ_POST',
  ],
  [
    'has no unknown functions',
    wrong({ async readProfil() {} }),
    'readProfil() is no ability. Did you mean readProfile?',
  ],
]
