import type { Trouble } from '../../shared/trouble.js'
import { many } from './many.js'

/** Texts of the trouble view. */
export const trouble = {
  title: 'Trouble',
  help: 'Break a network, publish something, and read beside it what the library does. Nothing comes out twice.',
  at: 'At',
  switches: {
    lostReply: ['Lose the reply to the next post', 'It comes out, and nobody hears of it.'],
    slowServer: ['Slow server', 'Every answer takes three seconds.'],
    slowDown: [
      'Too many requests',
      'The next two tries of a post are answered 429, come again in four seconds.',
    ],
    lateKey: ['A key written late', 'For four seconds a repeated key finds nothing, though the post is out.'],
    refusedQuestion: ['Refuse every question', 'Nothing can be looked up: every read is answered 503.'],
    doubleWebhooks: ['Push everything twice', 'With its signature, as networks do.'],
    lateWebhooks: ['Push late', 'News arrives five seconds after it happened.'],
    noTokens: ['Token endpoint down', 'Every token has run out, and renewing is answered 503.'],
  } satisfies Record<Trouble, readonly [string, string]>,
  hits: (count: number) => (count === 1 ? 'struck once' : `struck ${count} times`),
  kill: 'Kill the process',
  killHelp:
    'As the kernel does when memory runs out. It starts again by itself, and goes on with what was on its way.',
  cannotKill: 'Only when the studio was started with npm run demo: something has to start it again.',
  try: 'Post something there',
  tryText: (count: number) => `Is anybody there? (${count})`,
  steps: 'What the library did',
  noSteps: 'Nothing yet. Publish something, and each step shows up here.',
  showBackground: 'Looking for news too',
  clear: 'Clear',
  visible: (kind: string) => `Visible at the network: ${kind.toLowerCase().replaceAll('_', ' ')}`,
  pushed: 'Pushed to the studio',
  pushedAgain: 'Pushed once more',
  byWorker: (place: number) => `worker ${place}`,
  attempt: (count: number) => `try ${count}`,
  running: 'under way',
  noAnswer: 'no answer',
  millis: (count: number) => `${count} ms`,
  seen: (count: number) => `${many(count, 'post', 'posts')} visible`,
} as const
