import type { OptionInfo } from '@social/core/platform'

/** Descriptions of the post options, for forms and messages. */
export const INFO = {
  link: {
    label: { en: 'Link', de: 'Link' },
    help: {
      en: 'Link with a preview below the text of a post without files.',
      de: 'Link mit Vorschau unter dem Text eines Beitrags ohne Dateien.',
    },
    networkName: 'link',
    onlyWith: [{ option: 'placement', is: ['feed'] }],
    invalid: { en: 'Enter a complete link.', de: 'Gib einen vollständigen Link ein.' },
  },
  callToAction: {
    label: { en: 'Button of the link', de: 'Schaltfläche des Links' },
    help: { en: 'Text of the button next to the link.', de: 'Text der Schaltfläche neben dem Link.' },
    networkName: 'call_to_action',
    onlyWith: [{ option: 'link' }],
    choices: {
      BOOK_TRAVEL: {
        label: { en: 'Book now', de: 'Jetzt buchen' },
        help: { en: 'Opens a page for a booking.', de: 'Öffnet eine Seite für eine Buchung.' },
      },
      DOWNLOAD: {
        label: { en: 'Download', de: 'Herunterladen' },
        help: { en: 'Opens a page with a download.', de: 'Öffnet eine Seite zum Herunterladen.' },
      },
      LEARN_MORE: {
        label: { en: 'Learn more', de: 'Mehr dazu' },
        help: { en: 'Opens a page with more information.', de: 'Öffnet eine Seite mit mehr Informationen.' },
      },
      LISTEN_MUSIC: {
        label: { en: 'Listen now', de: 'Jetzt anhören' },
        help: { en: 'Opens a page with music.', de: 'Öffnet eine Seite mit Musik.' },
      },
      SIGN_UP: {
        label: { en: 'Sign up', de: 'Registrieren' },
        help: { en: 'Opens a page for a registration.', de: 'Öffnet eine Seite zum Registrieren.' },
      },
      USE_APP: {
        label: { en: 'Use the app', de: 'App verwenden' },
        help: { en: 'Opens an app.', de: 'Öffnet eine App.' },
      },
      WATCH_MORE: {
        label: { en: 'Watch more', de: 'Mehr ansehen' },
        help: { en: 'Opens a page with more videos.', de: 'Öffnet eine Seite mit weiteren Videos.' },
      },
      WATCH_VIDEO: {
        label: { en: 'Watch the video', de: 'Video ansehen' },
        help: { en: 'Opens a page with the video.', de: 'Öffnet eine Seite mit dem Video.' },
      },
      NO_BUTTON: {
        label: { en: 'No button', de: 'Keine Schaltfläche' },
        help: { en: 'Shows the link without a button.', de: 'Zeigt den Link ohne Schaltfläche.' },
      },
    },
  },
  placement: {
    label: { en: 'Placement', de: 'Platzierung' },
    help: { en: 'Place of the post in the app.', de: 'Wo der Beitrag erscheint.' },
    choices: {
      feed: {
        label: { en: 'Feed', de: 'Feed' },
        help: { en: 'Appears on the page and in the feed.', de: 'Erscheint auf der Seite und im Feed.' },
      },
      reel: { label: { en: 'Reel', de: 'Reel' }, help: { en: 'One video.', de: 'Ein Video.' } },
      story: {
        label: { en: 'Story', de: 'Story' },
        help: {
          en: 'One picture or video without text, visible for 24 hours.',
          de: 'Ein Bild oder Video ohne Text, 24 Stunden lang sichtbar.',
        },
      },
    },
  },
  place: {
    label: { en: 'Place', de: 'Ort' },
    help: {
      en: 'Facebook page that has a location. Not for videos in the feed and not for stories.',
      de: 'Facebook-Seite, die einen Ort hat. Nicht für Videos im Feed und nicht für Storys.',
    },
    networkName: 'place',
    onlyWith: [{ option: 'placement', is: ['feed', 'reel'] }],
    invalid: { en: 'Choose a page that has a location.', de: 'Wähle eine Seite, die einen Ort hat.' },
  },
  title: {
    label: { en: 'Title', de: 'Titel' },
    help: {
      en: 'Title of a video or a reel. The text is its description.',
      de: 'Titel eines Videos oder Reels. Der Text ist die Beschreibung.',
    },
    networkName: 'title',
    onlyWith: [{ media: 'VIDEO' }],
  },
} as const satisfies Readonly<Record<string, OptionInfo>>
