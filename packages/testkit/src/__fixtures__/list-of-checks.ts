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
  throw new Error('Only the names are used.')
}
const unmade = { make: notMade }

const LISTS: Readonly<Record<string, Iterable<{ readonly name: string }>>> = {
  '`PlatformChecks`: a network': new PlatformChecks({ makePlatform: () => sample }),
  '`StorageChecks`: connections and apps': new StorageChecks(unmade),
  '`LocksChecks`': new LocksChecks(unmade),
  '`LoginMemoryChecks`: started sign-ins': new LoginMemoryChecks(unmade),
  '`SeenUpdatesChecks`: delivered updates': new SeenUpdatesChecks(unmade),
  '`PublishJournalChecks`: published posts': new PublishJournalChecks(unmade),
  '`MarkersChecks`: polling cursors': new MarkersChecks(unmade),
  '`SpendingCounterChecks`: billed units': new SpendingCounterChecks(unmade),
  '`routeChecks`: a framework package': routeChecks({ mount: async () => notMade() }),
}

/** Returns the names of all checks as the Markdown list in the README. */
export function listOfChecks(): string {
  return Object.entries(LISTS)
    .map(([what, checks]) => `#### ${what}\n\n${[...checks].map(({ name }) => `- ${name}`).join('\n')}\n`)
    .join('\n')
}
