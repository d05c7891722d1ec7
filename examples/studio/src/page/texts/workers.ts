import { many } from './many.js'

export const workers = {
  title: 'Workers',
  help: 'Two processes publish. This page only adds posts to the queue. If you kill a process, another one replaces it and resumes its posts.',
  place: (place: number) => `Worker ${place}`,
  process: (pid: number) => `process ${pid}`,
  starting: 'starting',
  idle: 'waits for posts',
  published: (count: number) => many(count, 'post published', 'posts published'),
  died: (count: number) => (count === 1 ? 'killed once before' : `killed ${count} times before`),
  kill: (place: number) => `Kill worker ${place}`,
  killShort: 'Kill',
  queue: 'The queue',
  waits: 'Waiting',
  runs: 'Running',
  needsPerson: 'Needs a person',
  over: 'Completed',
  nothing: 'Nothing',
  toPosts: 'Decide under Posts',
  kinds: {
    PUBLISH: 'Publish',
    PUBLISH_THREAD: 'Publish a thread',
    SWEEP: 'Renew tokens that expire soon',
  } as Readonly<Record<string, string>>,
  claimHelp: 'A post of a killed process waits for up to a minute, until the claim of that process expires.',
} as const
