import type { OptionInfo } from '@social/core/platform'

/** Descriptions of the post options, for forms and messages. */
export const INFOS = {
  title: {
    label: { en: 'Title', de: 'Titel' },
    help: {
      en: 'Title of the video, at most 100 characters.',
      de: 'Titel des Videos, höchstens 100 Zeichen.',
    },
    networkName: 'snippet.title',
    invalid: {
      en: 'The title needs 1 to 100 characters, without < and >.',
      de: 'Der Titel braucht 1 bis 100 Zeichen, ohne < und >.',
    },
  },
  madeForKids: {
    label: { en: 'Made for kids', de: 'Speziell für Kinder' },
    help: {
      en: 'Declares whether the video is made for kids. The law requires an answer.',
      de: 'Gibt an, ob das Video speziell für Kinder ist. Das Gesetz verlangt eine Antwort.',
    },
    networkName: 'status.selfDeclaredMadeForKids',
    required: {
      en: 'Choose whether the video is made for kids.',
      de: 'Gib an, ob das Video speziell für Kinder ist.',
    },
  },
  privacyStatus: {
    label: { en: 'Visibility', de: 'Sichtbarkeit' },
    help: {
      en: 'Audience of the video. A planned time requires a private video.',
      de: 'Wer das Video sehen kann. Ein geplanter Zeitpunkt verlangt ein privates Video.',
    },
    networkName: 'status.privacyStatus',
    choices: {
      private: {
        label: { en: 'Private', de: 'Privat' },
        help: {
          en: 'Only you and people whom you invite can see the video.',
          de: 'Nur du und Personen, die du einlädst, können das Video sehen.',
        },
      },
      unlisted: {
        label: { en: 'Unlisted', de: 'Nicht gelistet' },
        help: {
          en: 'Everyone with the link can see the video. Searches leave it out.',
          de: 'Alle mit dem Link können das Video sehen. In der Suche fehlt es.',
        },
      },
      public: {
        label: { en: 'Public', de: 'Öffentlich' },
        help: { en: 'Everyone can see and find the video.', de: 'Alle können das Video sehen und finden.' },
      },
    },
  },
  categoryId: {
    label: { en: 'Category', de: 'Kategorie' },
    help: { en: 'Category of the video.', de: 'Kategorie des Videos.' },
    networkName: 'snippet.categoryId',
  },
  tags: {
    label: { en: 'Tags', de: 'Tags' },
    help: {
      en: 'Search terms for the video, at most 500 characters in total.',
      de: 'Suchbegriffe für das Video, zusammen höchstens 500 Zeichen.',
    },
    networkName: 'snippet.tags',
    invalid: {
      en: 'The tags may have 500 characters in total, and none may be empty.',
      de: 'Die Tags dürfen zusammen 500 Zeichen haben, und keiner darf leer sein.',
    },
  },
  notifySubscribers: {
    label: { en: 'Notify subscribers', de: 'Abonnenten benachrichtigen' },
    help: {
      en: 'Notifies the subscribers of the channel of the new video.',
      de: 'Benachrichtigt die Abonnenten des Kanals über das neue Video.',
    },
    networkName: 'notifySubscribers',
  },
  containsSyntheticMedia: {
    label: { en: 'Altered content', de: 'Veränderte Inhalte' },
    help: {
      en: 'Declares realistic scenes that software created or altered.',
      de: 'Gibt realistische Szenen an, die mit Software erzeugt oder verändert wurden.',
    },
    networkName: 'status.containsSyntheticMedia',
  },
  hasPaidProductPlacement: {
    label: { en: 'Paid promotion', de: 'Bezahlte Werbung' },
    help: {
      en: 'Declares that the video contains paid product placement.',
      de: 'Gibt an, dass das Video bezahlte Produktplatzierungen enthält.',
    },
    networkName: 'paidProductPlacementDetails.hasPaidProductPlacement',
  },
  embeddable: {
    label: { en: 'Allow embedding', de: 'Einbetten erlauben' },
    help: {
      en: 'Other websites can embed the video.',
      de: 'Andere Websites können das Video einbetten.',
    },
    networkName: 'status.embeddable',
  },
  license: {
    label: { en: 'License', de: 'Lizenz' },
    help: { en: 'License of the video.', de: 'Lizenz des Videos.' },
    networkName: 'status.license',
    choices: {
      youtube: {
        label: { en: 'Standard YouTube license', de: 'YouTube-Standardlizenz' },
        help: {
          en: 'Other people cannot reuse the video without your permission.',
          de: 'Andere dürfen das Video nicht ohne deine Erlaubnis wiederverwenden.',
        },
      },
      creativeCommon: {
        label: { en: 'Creative Commons (CC BY)', de: 'Creative Commons (CC BY)' },
        help: {
          en: 'Other people can reuse the video if they name you.',
          de: 'Andere dürfen das Video wiederverwenden, wenn sie dich nennen.',
        },
      },
    },
  },
  publicStatsViewable: {
    label: { en: 'Show statistics', de: 'Statistik anzeigen' },
    help: {
      en: 'The page of the video shows its statistics.',
      de: 'Die Seite des Videos zeigt seine Statistik.',
    },
    networkName: 'status.publicStatsViewable',
  },
  defaultLanguage: {
    label: { en: 'Language', de: 'Sprache' },
    help: {
      en: 'Language of title and description, as a short code such as en or pt-BR.',
      de: 'Sprache von Titel und Beschreibung, als Kürzel wie de oder pt-BR.',
    },
    networkName: 'snippet.defaultLanguage',
    invalid: {
      en: 'The language needs a short code such as en or pt-BR.',
      de: 'Die Sprache braucht ein Kürzel wie de oder pt-BR.',
    },
  },
  recordingDate: {
    label: { en: 'Recording date', de: 'Aufnahmedatum' },
    help: { en: 'Day on which the video was recorded.', de: 'Tag, an dem das Video aufgenommen wurde.' },
    networkName: 'recordingDetails.recordingDate',
    invalid: {
      en: 'The recording date needs a day such as 2026-11-22.',
      de: 'Das Aufnahmedatum braucht einen Tag wie 2026-11-22.',
    },
  },
} as const satisfies Readonly<Record<string, OptionInfo>>
