import type { Trouble } from '../../shared/trouble.js'
import { many } from './many.js'

export const trouble = {
  title: 'Trouble',
  help: 'Break a network, publish a post, and read the steps of the library. No post is published twice.',
  at: 'At',
  switches: {
    lostReply: [
      'Lose the response to the next post',
      'The post is published, but the library gets no response.',
    ],
    slowServer: ['Slow server', 'Every response takes three seconds.'],
    slowDown: [
      'Too many requests',
      'The next two attempts of a post get status 429 with a wait of four seconds.',
    ],
    lateKey: [
      'Key stored late',
      'For four seconds a request with the same key does not find the published post.',
    ],
    refusedQuestion: ['Refuse every read', 'No post can be checked: every read gets status 503.'],
    doubleWebhooks: ['Push everything twice', 'Both requests have the same valid signature.'],
    lateWebhooks: ['Push late', 'Updates arrive five seconds late.'],
    noTokens: ['Token endpoint down', 'All tokens are expired, and every renewal gets status 503.'],
  } satisfies Record<Trouble, readonly [string, string]>,
  hits: (count: number) => (count === 1 ? 'applied once' : `applied ${count} times`),
  kill: 'Kill the process',
  killHelp:
    'Ends the process without a clean stop. It restarts automatically and resumes the posts in progress.',
  cannotKill: 'Available only with npm run demo, which restarts the process.',
  try: 'Publish a test post',
  tryText: (count: number) => `Test post ${count}`,
  steps: 'Steps of the library',
  noSteps: 'Nothing yet. Publish a post to see each step here.',
  showBackground: 'Show polling too',
  clear: 'Clear',
  visible: (kind: string) => `Visible at the network: ${kind.toLowerCase().replaceAll('_', ' ')}`,
  pushed: 'Pushed to the studio',
  pushedAgain: 'Pushed again',
  byWorker: (place: number) => `worker ${place}`,
  attempt: (count: number) => `attempt ${count}`,
  running: 'in progress',
  noAnswer: 'no response',
  millis: (count: number) => `${count} ms`,
  seen: (count: number) => `${many(count, 'post', 'posts')} visible`,
} as const
