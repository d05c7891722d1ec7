import { many } from './many.js'

/** Texts of the workers and their queue. */
export const workers = {
  title: 'Workers',
  help: 'Two processes publish; this page only stores posts in the queue. Kill one: another takes its place, and goes on with its posts.',
  place: (place: number) => `Worker ${place}`,
  process: (pid: number) => `process ${pid}`,
  starting: 'starting',
  idle: 'waits for posts',
  published: (count: number) => many(count, 'post published', 'posts published'),
  died: (count: number) => (count === 1 ? 'killed once before' : `killed ${count} times before`),
  kill: (place: number) => `Kill worker ${place}`,
  killShort: 'Kill',
  queue: 'The queue',
  waits: 'Waits',
  runs: 'Runs',
  needsPerson: 'Needs a person',
  over: 'Over',
  nothing: 'Nothing',
  toPosts: 'Decide under Posts',
  kinds: {
    PUBLISH: 'Publish',
    PUBLISH_THREAD: 'Publish a chain',
    CHECK_STATE: 'Ask how it is getting on',
    SWEEP: 'Renew tokens that run out soon',
  } as Readonly<Record<string, string>>,
  claimHelp:
    'A post that was in the hands of a process that died waits for up to a minute: until then that process is believed to be at it.',
} as const
