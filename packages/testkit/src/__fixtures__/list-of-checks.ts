import {
  LocksChecks,
  LoginMemoryChecks,
  MarkersChecks,
  PlatformChecks,
  PublishJournalChecks,
  routeChecks,
  SeenUpdatesChecks,
  SpendingCounterChecks,
  StorageChecks,
} from '../index.js'
import { sample } from '../platform-checks/__fixtures__/sample-platform.js'

const notMade = (): never => {
  throw new Error('Only the names are looked at.')
}
const unmade = { make: notMade }

const LISTS: Readonly<Record<string, Iterable<{ readonly name: string }>>> = {
  '`PlatformChecks`: a network': new PlatformChecks({ makePlatform: () => sample }),
  '`StorageChecks`: connections and apps': new StorageChecks(unmade),
  '`LocksChecks`': new LocksChecks(unmade),
  '`LoginMemoryChecks`: sign-ins that have begun': new LoginMemoryChecks(unmade),
  '`SeenUpdatesChecks`: what was delivered': new SeenUpdatesChecks(unmade),
  '`PublishJournalChecks`: what was published': new PublishJournalChecks(unmade),
  '`MarkersChecks`: where polling goes on': new MarkersChecks(unmade),
  '`SpendingCounterChecks`: what a network bills': new SpendingCounterChecks(unmade),
  '`routeChecks`: a framework package': routeChecks({ mount: async () => notMade() }),
}

/** The name of every check there is, as the README lists them. */
export function listOfChecks(): string {
  return Object.entries(LISTS)
    .map(([what, checks]) => `#### ${what}\n\n${[...checks].map(({ name }) => `- ${name}`).join('\n')}\n`)
    .join('\n')
}
