import type { Words } from './en.ts';

export const de: Words = {
  'app.name': 'Postroad',
  'app.skip': 'Zum Inhalt springen',
  'app.starting': 'Startet …',
  'app.menu': 'Menü',
  'app.live': 'Live',
  'app.notLive': 'Nicht live',
  'app.liveHint': 'Zahlen ändern sich von selbst.',
  'app.notLiveHint': 'Die Verbindung wird aufgebaut; Zahlen können veraltet sein.',
  'app.zone': 'Zeiten in {zone}.',
  'app.testClock': 'Mit der Testuhr vergeht Zeit nur, wenn sie gestellt wird.',
  'app.moveClock': 'Uhr stellen',
  'app.offline': 'Der Dienst antwortet nicht. Die Konsole versucht es weiter.',
  'app.newVersion': 'Der Dienst hat eine neuere Konsole. Laden Sie die Seite neu.',
  'nav.main': 'Hauptnavigation',
  'nav.now': 'Jetzt',
  'nav.flows': 'Abläufe',
  'nav.emails': 'E-Mails',
  'nav.layouts': 'Layouts',
  'nav.components': 'Bausteine',
  'nav.themes': 'Designs',
  'nav.sequences': 'Sequenzen',
  'nav.broadcasts': 'Rundschreiben',
  'nav.people': 'Personen',
  'nav.segments': 'Segmente',
  'nav.guards': 'Sperren',
  'nav.queue': 'Warteschlange',
  'nav.reports': 'Berichte',
  'nav.renewals': 'Verlängerungen',
  'nav.history': 'Verlauf',
  'nav.review': 'Prüfen',
  'nav.settings': 'Einstellungen',
  'nav.operations': 'Alle Operationen',
  'nav.groupWrite': 'Inhalte',
  'nav.groupRun': 'Automatisierung',
  'nav.groupPeople': 'Publikum',
  'nav.groupWatch': 'Konto',
  'signIn.title': 'Anmelden',
  'signIn.token': 'Token',
  'signIn.tokenHint':
    'Das API-Token dieses Dienstes. Auf dem Rechner, auf dem er läuft, erzeugt „npx postroad open console“ einen Link, der Sie anmeldet.',
  'signIn.button': 'Anmelden',
  'signIn.link': 'Anmeldung über Ihren Link …',
  'signIn.insecure':
    'Diese Adresse ist nicht verschlüsselt (http), deshalb speichern Browser dafür keine Sitzung. Öffnen Sie sie über https oder auf dem Rechner, auf dem der Dienst läuft.',
  'signIn.linkOffer':
    'Dieser Link meldet Sie einmal an. Drücken Sie den Knopf, um ihn zu benutzen.',
  'signIn.linkFailed': 'Mit diesem Link können Sie sich nicht anmelden. {detail}',
  'signIn.missing': 'Geben Sie das Token ein.',
  'signIn.ended':
    'Ihre Sitzung ist zu Ende. Melden Sie sich an, um weiterzumachen: Was Sie nicht gespeichert haben, ist noch da.',
  'connect.title': '{name} verbinden?',
  'connect.leadOf': 'Diese Anwendung möchte in Ihrem Namen Postroad von {account} benutzen.',
  'connect.lead': 'Diese Anwendung möchte in Ihrem Namen dieses Postroad benutzen.',
  'connect.back': 'Sie kommen zurück zu',
  'connect.proof': 'Wer das ist',
  'connect.proven': 'Die Beschreibung der Anwendung liegt auf {host}.',
  'connect.unproven': 'Den Namen der Anwendung hat niemand geprüft.',
  'connect.until': 'Bis',
  'connect.untilYours': '{time}, wenn Ihr eigenes Token endet',
  'connect.from': 'Nur von',
  'connect.onlyYou':
    'Fahren Sie nur fort, wenn Sie das eben selbst begonnen haben, in einer Anwendung, die zu {host} gehört.',
  'connect.onlyLocal':
    'Fahren Sie nur fort, wenn Sie das eben selbst begonnen haben, in einer Anwendung auf diesem Rechner. Jedes Programm hier kann auf {host} warten.',
  'connect.may': 'Die Anwendung darf',
  'connect.may.events': 'Ereignisse erfassen und Personen anlegen',
  'connect.may.read': 'alles lesen: Personen, Mails, Zahlen, Einstellungen',
  'connect.may.draft':
    'Entwürfe anlegen und Änderungen ausprobieren, die ein Mensch veröffentlicht',
  'connect.may.send': 'einzelne Nachrichten an beliebige Personen senden',
  'connect.may.write': 'alles ändern, was nicht der Verwaltung vorbehalten ist, und Mails senden',
  'connect.may.admin': 'alles, auch Token anlegen, Personen löschen und Einstellungen ändern',
  'connect.asked': 'darum bittet sie',
  'connect.more': 'Mehr, als sie erbittet',
  'connect.wide':
    'Damit erreicht sie echte Menschen oder löscht etwas, ohne Sie noch einmal zu fragen.',
  'connect.nothing': 'Erlauben Sie mindestens eines, oder lehnen Sie ab.',
  'connect.name': 'Name in der Liste der Token',
  'connect.nameHint': 'Dort können Sie die Verbindung jederzeit beenden.',
  'connect.allow': 'Verbinden',
  'connect.refuse': 'Ablehnen',
  'connect.other': 'Jemand anderes',
  'connect.failed': 'Das lässt sich nicht verbinden',
  'connect.failedHint':
    'Beginnen Sie in der Anwendung von vorn. Bleibt es dabei, muss der Hersteller der Anwendung es beheben.',
  'connect.return': 'Zurück zu {host}',
  'connect.gone': 'Zurück zur Anwendung',
  'connect.goneHint':
    'Wenn nichts geschieht, wechseln Sie zur Anwendung. Diese Seite können Sie schließen.',
  'signIn.forApplication':
    'Eine Anwendung bittet um Zugang. Melden Sie sich an, um darüber zu entscheiden.',
  'session.menu': 'Angemeldet als {name}',
  'session.as': 'Angemeldet als {name}',
  'session.scopes': 'Darf: {scopes}',
  'session.out': 'Abmelden',
  'session.outEverywhere': 'Überall abmelden',
  'session.language': 'Sprache',
  'session.shortcuts': 'Tastenkürzel',
  'session.docs': 'API-Referenz',
  'palette.open': 'Alles finden',
  'palette.label': 'Ansicht, Eintrag oder Aktion finden',
  'palette.hint': 'Geben Sie einen Namen, eine Adresse oder Ihr Vorhaben ein.',
  'palette.none': 'Nichts heißt so. Versuchen Sie es mit weniger Buchstaben.',
  'palette.screens': 'Ansichten',
  'palette.people': 'Personen',
  'palette.records': 'Einträge',
  'palette.actions': 'Aktionen',
  'palette.called': 'auch „{called}“',
  'palette.fillers':
    'ein eine einen einem einer der die das den dem zu zum zur für mein meine alle jemanden jemand wie kann ich bitte von mit',
  'palette.count.one': '{n} Treffer',
  'palette.count.other': '{n} Treffer',
  'people.searchHint': 'Ein Teil des Namens oder der Adresse',
  'people.filters': 'Personen filtern',
  'people.tag': 'Tag',
  'people.anyTag': 'Beliebiges Tag',
  'people.segment': 'Segment',
  'people.anySegment': 'Beliebiges Segment',
  'people.suppression': 'Erhält E-Mails',
  'people.suppression.either': 'Ja oder nein',
  'people.suppression.none': 'Erhält E-Mails',
  'people.suppression.any': 'Erhält keine E-Mails',
  'people.dates': 'Zeiträume',
  'people.createdSince': 'Angelegt seit',
  'people.createdUntil': 'Angelegt vor',
  'people.updatedSince': 'Geändert seit',
  'people.updatedUntil': 'Geändert vor',
  'people.clear': 'Filter entfernen',
  'people.add': 'Person hinzufügen',
  'people.export': 'Als CSV exportieren',
  'people.counting': 'Wird gezählt …',
  'people.count.one': '{n} Person',
  'people.count.other': '{n} Personen',
  'people.countMore': 'Mindestens {n} Personen',
  'people.empty': 'Noch niemand hier',
  'people.column.email': 'E-Mail',
  'people.column.name': 'Name',
  'people.moreTags': 'und {n} weitere',
  'person.allTags': 'Alle {n} Tags zeigen',
  'people.column.tags': 'Tags',
  'people.column.state': 'Empfang',
  'people.column.created_at': 'Angelegt',
  'people.column.updated_at': 'Geändert',
  'people.column.subscribed_on': 'Bekannt seit',
  'people.column.timezone': 'Zeitzone',
  'people.column.external_id': 'Ihre Kennung',
  'people.column.id': 'ID',
  'people.bulkTags': 'Tags von allen ändern',
  'people.bulkAll': 'Das betrifft alle: Es ist kein Filter gesetzt.',
  'people.bulkFiltered': 'Das betrifft alle, auf die die Filter der Liste passen.',
  'people.addTags': 'Diese Tags vergeben',
  'people.removeTags': 'Diese Tags entfernen',
  'people.tagsHint': 'Mehrere durch Kommas getrennt.',
  'people.bulkCount.one': 'Derzeit passt {n} Person.',
  'people.bulkCount.other': 'Derzeit passen {n} Personen.',
  'people.bulkAtLeast': 'Derzeit passen mindestens {n} Personen.',
  'people.bulkEffect':
    'Die Tags dieser Personen ändern sich im Hintergrund. Abläufe, die mit einem solchen Tag beginnen, starten.',
  'people.bulkDo': 'Tags von {n} ändern',
  'people.tagging.working': 'Läuft.',
  'people.tagging.done': 'Fertig.',
  'people.tagging.failed': 'Fehlgeschlagen.',
  'people.tagging.canceled': 'Abgebrochen.',
  'people.taggingFigures': '{people} geprüft, {changed} geändert.',
  'people.taggingStop': 'Abbrechen',
  'person.reachable': 'Erhält E-Mails',
  'person.unsubscribed': 'Abgemeldet',
  'person.bounced': 'Unzustellbar',
  'person.complained': 'Beschwerde',
  'person.facts': 'Angaben',
  'person.consent': 'Einwilligung',
  'person.reason': 'Grund',
  'person.unsubscribe': 'Abmelden',
  'person.unsubscribeText': 'Diese Person erhält ab jetzt nur noch Transaktionsmails.',
  'person.resubscribe': 'Wieder anmelden',
  'person.resubscribeText':
    'Diese Person erhält wieder E-Mails. Tun Sie das nur, wenn sie darum gebeten hat.',
  'person.quote': '„{text}“',
  'person.unbounce': 'Unzustellbarkeit aufheben',
  'person.unbounceText':
    'An diese Adresse gehen wieder E-Mails. Tun Sie das, sobald das Postfach existiert; kommt erneut eine Mail dauerhaft unzustellbar zurück, endet der Versand wieder.',
  'person.newTag': 'Ein Tag',
  'person.addTag': 'Hinzufügen',
  'person.tagged': 'Tag {tag} vergeben.',
  'person.untag': 'Tag {tag} entfernen',
  'person.untagged': 'Tag {tag} entfernt.',
  'person.why': 'Warum kam die Mail nicht an?',
  'person.why.what': 'E-Mail oder Ablauf',
  'person.why.any': 'Irgendeine Mail',
  'person.why.coming': 'Eine Mail käme an',
  'person.why.notComing': 'Eine solche Mail ist nicht unterwegs',
  'person.timeline': 'Zeitleiste',
  'person.timelineEmpty': 'Ereignisse, Mails, Schritte und Notizen erscheinen hier.',
  'person.note': 'Notiz schreiben',
  'person.noteAdd': 'Hinzufügen',
  'person.noteBy': 'Notiz von {author}',
  'person.event': 'Ereignis {name}',
  'person.did.tag_added': 'Hat das Tag {tag} bekommen',
  'person.did.tag_removed': 'Hat das Tag {tag} verloren',
  'person.did.field_changed': 'Das Feld {key} hat sich geändert',
  'person.did.unsubscribed': 'Hat sich abgemeldet',
  'person.did.resubscribed': 'Bekommt wieder Mails',
  'person.did.sequence_completed': 'Hat die Sequenz {name} beendet',
  'person.did.signed_up_by_form': 'Hat sich mit dem Formular {form} angemeldet',
  'person.event.historical': 'Ereignis {name} (nachgetragen)',
  'person.run.started': 'Hat den Ablauf {flow} begonnen',
  'person.run.active': 'Ist im Ablauf {flow}',
  'person.run.completed': 'Hat den Ablauf {flow} durchlaufen',
  'person.run.exited': 'Hat den Ablauf {flow} verlassen',
  'person.run.parked': 'Wurde im Ablauf {flow} angehalten',
  'person.run.frozen': 'Wartet im Ablauf {flow}, der nicht aktiv ist',
  'person.run.canceled': 'Wurde aus dem Ablauf {flow} genommen',
  'person.step': 'Schritt „{step}“ von {flow}: {outcome}',
  'person.step.arm': 'Schritt „{step}“ von {flow}: {outcome}, Weg {arm}',
  'person.sequence': 'Hat die Sequenz {sequence} begonnen',
  'person.from': ', aus {source}',
  'person.asMessage': ', als einzelne Nachricht',
  'person.send.scheduled': 'Bekommt „{email}“',
  'person.send.holding': '„{email}“ wird zurückgehalten',
  'person.send.sending': '„{email}“ wird gesendet',
  'person.send.uncertain': 'Ob „{email}“ ankam, ist ungewiss',
  'person.send.sent': 'Hat „{email}“ bekommen',
  'person.send.failed': 'Der Versand von „{email}“ ist fehlgeschlagen',
  'person.send.skipped': '„{email}“ wurde übersprungen',
  'person.send.canceled': '„{email}“ wurde abgebrochen',
  'person.opened': 'Hat „{email}“ geöffnet',
  'person.clicked': 'Hat in „{email}“ geklickt',
  'person.mail.title': 'Mail',
  'person.mail.open': 'Mail zeigen',
  'person.mail.openOf': 'Mail zeigen: {text}',
  'person.mail.parts': 'Teile der Mail',
  'person.mail.html': 'So sah sie aus',
  'person.mail.text': 'Text',
  'person.mail.headers': 'Kopfzeilen',
  'person.mail.files': 'Dateien',
  'person.mail.file': '{name}, {bytes} Bytes',
  'person.mail.images': 'Bilder von anderen Servern laden; das kann als Öffnung zählen',
  'import.title': 'Personen importieren',
  'import.lead':
    'Aus einer CSV-Datei mit einer Zeile Spaltennamen. Ein Import meldet niemanden wieder an.',
  'import.choose': 'CSV-Datei hierher ziehen oder auswählen',
  'import.chooseHint':
    'Nichts wird geändert, bevor Sie gesehen haben, was die Datei bewirken würde.',
  'import.columns': 'Spalten der Datei',
  'import.columnsOf': 'Spalten von {file}',
  'import.column': 'Spalte',
  'import.samples': 'Beispiele',
  'import.sets': 'Setzt',
  'import.setsOf': 'Was die Spalte {column} setzt',
  'import.left.one': '{n} Spalte wird weggelassen. Wählen Sie, was sie setzt, um sie zu behalten.',
  'import.left.other':
    '{n} Spalten werden weggelassen. Wählen Sie, was sie setzen, um sie zu behalten.',
  'import.noneLeft': 'Jede Spalte setzt etwas.',
  'import.noEmail': 'Wählen Sie die Spalte mit der E-Mail-Adresse.',
  'import.field': 'Feld {field}',
  'import.newField': 'Neues Feld {field}',
  'import.target.ignore': 'Weglassen',
  'import.target.email': 'E-Mail-Adresse',
  'import.target.first_name': 'Vorname',
  'import.target.last_name': 'Nachname',
  'import.target.tags': 'Tags',
  'import.target.external_id': 'Ihre Kennung',
  'import.target.timezone': 'Zeitzone',
  'import.target.subscribed_on': 'Bekannt seit',
  'import.target.subscribed': 'Angemeldet',
  'import.target.unsubscribed': 'Abgemeldet',
  'import.target.unsubscribed_at': 'Abgemeldet am',
  'import.target.reason': 'Grund der Abmeldung',
  'import.target.hard_bounced_at': 'Unzustellbar seit',
  'import.target.complained_at': 'Beschwerde am',
  'import.target.attribution': 'Herkunft',
  'import.target.created_at': 'Angelegt',
  'import.target.opted_in_at': 'Eingewilligt am',
  'import.target.consent_source': 'Herkunft der Einwilligung',
  'import.target.name': 'Vor- und Nachname in einem',
  'import.target.fields': 'Eigene Felder als JSON',
  'import.tags': 'Allen diese Tags geben',
  'import.dates': 'Daten wie 03/04/2025',
  'import.dates.unsaid': 'Keine Angabe',
  'import.dates.day_first': 'Tag zuerst: 3. April',
  'import.dates.month_first': 'Monat zuerst: 4. März',
  'import.datesHint':
    'Sie lassen sich auf zwei Weisen lesen; ohne Ihre Angabe werden sie abgelehnt.',
  'import.trigger': 'Änderungen als aktuelle Ereignisse erfassen; diese starten Abläufe',
  'import.clearBlank': 'Leere Zellen löschen den vorhandenen Wert',
  'import.skipBadCells':
    'Fehlerhafte Zellen auslassen und den Rest ihrer Zeile importieren; nie Adressen und Abmeldungen',
  'import.check': 'Datei prüfen',
  'import.checking': 'Wird geprüft …',
  'import.do.one': '{n} Zeile importieren',
  'import.do.other': '{n} Zeilen importieren',
  'import.noneGood':
    'Keine Zeile lässt sich so importieren. Wählen Sie, was die Spalten setzen, oder korrigieren Sie die Zeilen hier.',
  'import.correctHere': 'Zeilen korrigieren',
  'import.other': 'Andere Datei',
  'import.another': 'Weitere Datei importieren',
  'import.people': 'Personen zeigen',
  'import.segment': 'Segment aus „{tag}“ bilden',
  'import.tagsHint':
    'Durch Kommas getrennt. Mit einem Tag können Sie diesen Personen danach leicht schreiben.',
  'import.created': 'angelegt',
  'import.created.dry': 'würden angelegt',
  'import.updated': 'geändert',
  'import.updated.dry': 'würden geändert',
  'import.repeated': 'mehrfach in der Datei',
  'import.repeated.dry': 'mehrfach in der Datei',
  'import.invalid': 'weggelassen',
  'import.invalid.dry': 'würden weggelassen',
  'import.without': 'ohne fehlerhafte Zellen importiert',
  'import.without.dry': 'würden ohne fehlerhafte Zellen importiert',
  'import.correctLater': 'Die übrigen werden importiert; diese können Sie danach hier korrigieren.',
  'import.status.receiving': 'Import läuft',
  'import.status.working': 'Import läuft',
  'import.status.done': 'Importiert',
  'import.status.failed': 'Der Import ist fehlgeschlagen',
  'import.status.canceled': 'Der Import wurde abgebrochen',
  'import.progress': '{done} von {all} Zeilen',
  'import.refused.one': '{n} Zeile wurde weggelassen',
  'import.refused.other': '{n} Zeilen wurden weggelassen',
  'import.refusedText.one':
    'Korrigieren Sie sie hier und senden Sie sie noch einmal; die übrigen sind übernommen.',
  'import.refusedText.other':
    'Korrigieren Sie sie hier und senden Sie sie noch einmal; die übrigen sind übernommen.',
  'import.withoutCells.one': '{n} Zeile ist ohne ihre fehlerhaften Zellen importiert',
  'import.withoutCells.other': '{n} Zeilen sind ohne ihre fehlerhaften Zellen importiert',
  'import.withoutText': 'Korrigieren Sie die Zellen hier und senden Sie ihre Zeilen noch einmal.',
  'import.sendNone': 'Die korrigierten Zeilen senden',
  'import.row': 'Zeile {row}:',
  'import.otherCells': 'Weitere Zellen',
  'import.send.one': '{n} korrigierte Zeile senden',
  'import.send.other': '{n} korrigierte Zeilen senden',
  'import.corrected.one': '{n} korrigierte Zeile ist übernommen.',
  'import.corrected.other': '{n} korrigierte Zeilen sind übernommen.',
  'import.allCorrected': 'Es ist nichts mehr zu korrigieren.',
  'segments.lead': 'Personen mit etwas Gemeinsamem, immer aktuell: Wer jetzt passt, gehört dazu.',
  'segments.guardLead': 'Wer passt, wenn eine E-Mail fällig ist, bekommt sie nicht.',
  'segments.who': 'Wer dazugehört',
  'segments.whom': 'Wen sie aufhält',
  'segments.countedAt': 'Gezählt',
  'segments.notCounted': 'nicht gezählt',
  'segments.tooMany': 'Das Zählen dauert zu lange',
  'segments.sendable.one': '({n} erhält E-Mails)',
  'segments.sendable.other': '({n} erhalten E-Mails)',
  'segments.noConditions': 'Noch keine Bedingung.',
  'segments.nobody': 'Derzeit niemand.',
  'segments.newest': 'Die neuesten von ihnen',
  'segments.any': 'beliebig',
  'segments.add': 'Bedingung hinzufügen …',
  'segments.kind': 'Art der Bedingung',
  'segments.group': 'Wie die Bedingungen verbunden sind',
  'segments.group.all': 'Alle davon',
  'segments.group.any': 'Mindestens eine davon',
  'segments.group.not': 'Keine davon',
  'segments.negate': 'Verneinen',
  'segments.wrap': 'Gruppe bilden',
  'segments.unwrap': 'Gruppe auflösen',
  'segments.remove': 'Entfernen',
  'segments.removeOf': 'Entfernen: {name}',
  'segments.json': 'Die Bedingung als JSON',
  'segments.asJson': 'Als JSON bearbeiten',
  'segments.usedBy': 'Verwendet von',
  'segments.delete': 'Löschen',
  'segments.guardOn': 'An',
  'segments.guardOff': 'Aus',
  'segments.everyEmail': 'Wirkt auf jede E-Mail.',
  'segments.new': 'Neues Segment',
  'segments.newGuard': 'Neue Sperre',
  'segments.newGuardText':
    'Sie ist aus, bis Sie sie einschalten; so sehen Sie vorher, wen sie aufhält.',
  'segments.name': 'Name',
  'segments.broadcast': 'Rundschreiben an sie',
  'keys.title': 'Tastenkürzel',
  'keys.control': 'Strg',
  'keys.find': 'Alles finden',
  'keys.help': 'Diese Liste zeigen',
  'keys.go': 'Ansicht öffnen: {screen}',
  'keys.close': 'Schließen, was offen ist',
  'keys.then': 'dann',
  'action.close': 'Schließen',
  'action.clear': 'Leeren',
  'action.cancel': 'Abbrechen',
  'action.save': 'Speichern',
  'action.show': 'Anzeigen',
  'action.more': 'Mehr anzeigen',
  'action.edit': 'Bearbeiten',
  'action.undo': 'Rückgängig',
  'action.create': 'Anlegen',
  'action.search': 'Suchen',
  'action.retry': 'Erneut versuchen',
  'action.open': 'Öffnen',
  'state.loading': 'Lädt …',
  'screen.back': 'Zurück zu: {list}',
  'state.notFound': 'Unter dieser Adresse ist nichts',
  'state.notFoundText':
    'Der Eintrag wurde vielleicht gelöscht, oder die Adresse enthält einen Tippfehler. Suchen Sie nach seinem Namen.',
  'state.yes': 'Ja',
  'state.no': 'Nein',
  'state.unset': 'Nicht gesetzt',
  'state.done': 'Erledigt.',
  'state.changedSince':
    'Es wurde danach noch einmal geändert oder ist weg, deshalb blieb alles, wie es ist. Nehmen Sie zuerst das Spätere zurück.',
  'state.undone': 'Rückgängig gemacht.',
  'state.saved': 'Gespeichert.',
  'list.empty': 'Noch nichts hier',
  'list.emptyFiltered': 'Nichts passt',
  'list.emptyFilteredText': 'Keine Zeile erfüllt alle Filter. Entfernen Sie einen davon.',
  'list.shown.one': '{n} Zeile',
  'list.shown.other': '{n} Zeilen',
  'list.shownMore': '{n} Zeilen und weitere',
  'list.columns': 'Spalten',
  'list.filter': 'Filter',
  'list.filtersSet': 'Filter, {n} gesetzt',
  'list.actions': 'Aktionen',
  'list.hasDraft': 'Entwurf wartet',
  'list.example': 'Beispiel',
  'list.emptyFilteredExample':
    'Ein Teil eines Namens findet mehr als der ganze: „news“ findet „Newsletter“ und „Produktnews“.',
  'list.clearFilters': 'Alle Filter entfernen',
  'list.open': '{place} öffnen',
  'list.none':
    'Davon gibt es keine Liste. Was Sie damit tun können, steht unter allen Operationen.',
  'list.recordEvent': 'Ereignis erfassen',
  'list.sendMessage': 'Nachricht senden',
  'empty.themes':
    'Designs sind die Farben, Schriften und Abstände, die sich E-Mails teilen. Jedes Design, das Sie anlegen, steht hier.',
  'empty.layouts':
    'Layouts sind der Rahmen um jede E-Mail, mit Kopf und Fuß. Jedes Layout, das Sie anlegen, steht hier.',
  'empty.components':
    'Bausteine sind Teile, die Sie einmal schreiben und in vielen E-Mails verwenden. Jeder Baustein, den Sie anlegen, steht hier.',
  'empty.emails':
    'E-Mails sind die Texte, die Abläufe, Sequenzen und Rundschreiben versenden. Jede E-Mail, die Sie schreiben, steht hier.',
  'empty.sequences':
    'Sequenzen versenden E-Mails nacheinander, jede einige Tage nach der vorigen. Jede Sequenz, die Sie anlegen, steht hier.',
  'empty.flows':
    'Abläufe reagieren auf das, was Personen tun: Ein Ereignis startet sie, und ihre Schritte warten, entscheiden und versenden. Jeder Ablauf, den Sie anlegen, steht hier.',
  'empty.people':
    'Personen sind die, denen Sie schreiben. Sie kommen mit Ereignissen aus Ihrem Produkt oder alle auf einmal aus einer Datei wie dieser.',
  'empty.fields':
    'Felder halten fest, was Sie außer dem Namen über jede Person wissen, für Bedingungen und E-Mails. Jedes Feld, das Sie anlegen, steht hier.',
  'empty.imports':
    'Ein Import bringt Personen aus einer Datei. Jeder Import steht hier mit dem, was aus seinen Zeilen wurde.',
  'empty.tags':
    'Tags ordnen Personen nach einem Wort. Jedes Tag steht hier, mit der Zahl der Personen, sobald es jemand bekommt.',
  'empty.taggings':
    'Eine Änderung von Tags gibt vielen Personen auf einmal Tags oder nimmt sie ihnen. Jede steht hier mit ihrem Fortschritt.',
  'empty.broadcasts':
    'Rundschreiben senden eine E-Mail zu einem Zeitpunkt an viele Personen. Jedes Rundschreiben, das Sie anlegen, steht hier.',
  'empty.segments':
    'Segmente sind Personen mit etwas Gemeinsamem, immer aktuell. Jedes Segment, das Sie anlegen, steht hier.',
  'empty.guards':
    'Sperren halten fällige Mails von Personen fern, auf die ihre Bedingung zutrifft. Jede Sperre, die Sie anlegen, steht hier.',
  'empty.forms':
    'Mit Formularen melden sich Besucher Ihrer Website an. Jedes, das Sie anlegen, steht hier mit seiner Seite.',
  'empty.webhook-endpoints':
    'Webhook-Endpunkte sind Adressen Ihrer Programme, die erfahren, was geschieht. Jeder, den Sie anlegen, steht hier.',
  'empty.products':
    'Produkte sind das, was Personen kaufen, damit Abläufe wissen, wer was hat. Jedes Produkt, das Sie anlegen, steht hier.',
  'empty.subscriptions':
    'Abonnements sind das, wofür Personen regelmäßig zahlen. Jedes steht hier, sobald ein Ereignis davon berichtet.',
  'empty.events':
    'Ereignisse sind das, was Personen in Ihrem Produkt getan haben. Jedes steht hier, sobald es erfasst ist, und kann Abläufe starten.',
  'empty.event-types':
    'Ereignisarten sind die Namen der Ereignisse. Jede steht hier, mit ihrer Häufigkeit, nach ihrem ersten Ereignis.',
  'empty.messages':
    'Eine Nachricht ist eine Mail, die ein Programm mit einem Aufruf versendet, etwa eine Quittung; hier stehen sie alle.',
  'empty.queue':
    'In der Warteschlange stehen die Mails, die als Nächstes hinausgehen. Sie füllt sich, sobald Abläufe, Sequenzen oder Rundschreiben etwas zu versenden haben.',
  'empty.sends':
    'Hier stehen alle Mails an alle, mit dem, was aus ihnen wurde. Die erste erscheint, sobald ein Ablauf, eine Sequenz oder ein Rundschreiben versendet.',
  'empty.tokens':
    'Token lassen Programme und Kollegen herein, jedes mit seinen Rechten. Jedes Token, das Sie anlegen, steht hier.',
  'empty.changes':
    'Jede Änderung an dem, was der Dienst tut, steht hier, mit dem Namen dahinter. Die meisten lassen sich rückgängig machen.',
  'empty.list_flow_versions':
    'Bei jeder Veröffentlichung eines Ablaufs erscheint hier eine Version, zum Vergleichen und Zurückkehren.',
  'empty.list_flow_runs':
    'Ein Durchlauf ist der Weg einer Person durch einen Ablauf. Jeder steht hier, sobald jemand eintritt.',
  'empty.list_import_errors':
    'Zeilen, die ein Import abgelehnt hat, stehen hier mit dem Grund. Dieser hat keine abgelehnt.',
  'empty.list_consents':
    'Eine Einwilligung hält fest, wann und wozu eine Person zugestimmt hat. Jede steht hier, sobald sie erfasst ist.',
  'empty.list_webhook_deliveries':
    'Eine Zustellung berichtet diesem Endpunkt von einem Ereignis. Jede steht hier mit ihren Versuchen.',
  'empty.list_segment_people':
    'Hier stehen die Personen eines Segments. Zurzeit erfüllt niemand seine Bedingung.',
  'empty.list_overdue':
    'Überfällige Arbeit steht hier nach ihrer Art. Zurzeit ist nichts verspätet.',
  'empty.list_bounces':
    'Unzustellbares und Beschwerden stehen hier nach der Domain der Adresse. In diesen Tagen kam nichts zurück.',
  'example.themes':
    'Ein Design „Haus“ mit dem Blau Ihres Logos für Links und Knöpfe, hell und dunkel.',
  'example.layouts':
    'Ein Layout „Brief“ mit Ihrem Logo oben und Ihrer Anschrift und dem Abmeldelink unten.',
  'example.components':
    'Ein Baustein „Knopf“, den Sie einmal schreiben und der in jeder E-Mail anderswohin führt.',
  'example.emails': 'Eine E-Mail „Willkommen“ mit dem Betreff „Ihre ersten drei Schritte“.',
  'example.sequences': 'Ein Kurs in fünf Lektionen: eine E-Mail sofort, dann alle zwei Tage eine.',
  'example.flows':
    'Ein Willkommensablauf, der mit signed_up beginnt und drei E-Mails sendet, bis die Person kauft.',
  'example.broadcasts':
    'Der Newsletter im Frühling, an alle mit dem Tag newsletter, am Dienstag um 9 Uhr.',
  'example.segments':
    '„Testphase endet bald“: wer in den letzten 14 Tagen eine Testphase begann und nichts gekauft hat.',
  'example.guards':
    '„Schon Kunde“: Wer das Tag customer hat, bekommt keine E-Mail mit dem Label sales.',
  'example.webhook-endpoints': 'example.com/postroad, für email.* und person.unsubscribed.',
  'example.forms':
    '„Newsletter“: fragt nach dem Vornamen und vergibt nach der Bestätigung das Tag newsletter.',
  'example.taggings': 'Das Tag early-bird für alle 1.200 Personen, die vor März kamen.',
  'example.subscriptions':
    'Der Tarif „Pro“ zu 29 € im Monat, aktiv, nächste Verlängerung am 1. Juni.',
  'example.queue':
    'Die zweite E-Mail eines Willkommensablaufs, an maya@example.com, morgen um 9 Uhr.',
  'example.sends': '„Willkommen“ an maya@example.com: um 9:00 gesendet, um 9:12 geöffnet.',
  'example.changes':
    'Der Betreff von „Willkommen“ wurde um 10:15 in der Konsole geändert. Ein Klick bringt den alten zurück.',
  'example.list_flow_versions':
    'Version 3, am Montag veröffentlicht: eine E-Mail mehr nach den zwei Tagen Wartezeit.',
  'example.list_flow_runs':
    'maya@example.com, seit Montag in „Willkommen“, wartet zwei Tage nach der ersten E-Mail.',
  'example.list_import_errors': 'Zeile 17: „maya@example“ ist keine E-Mail-Adresse.',
  'example.list_consents':
    'Am 3. Mai auf der Messe erteilt, für den Newsletter, mit dem Wortlaut, der zu lesen war.',
  'example.list_webhook_deliveries': 'email.bounced, mit dem ersten Versuch in 84 ms zugestellt.',
  'example.list_segment_people': 'maya@example.com, seit dem Ereignis signed_up von heute Morgen.',
  'example.list_overdue':
    '40 E-Mails, die um 9:00 fällig waren und noch nicht hinausgegangen sind.',
  'example.list_bounces':
    'example.com: 3 E-Mails kamen zurück, die letzte mit „550 no such mailbox“.',
  'form.required': 'erforderlich',
  'form.sortUp': '{field}, aufsteigend',
  'form.sortDown': '{field}, absteigend',
  'form.choose': 'Wählen …',
  'form.leave': 'Unverändert',
  'form.ownScreen': 'Dafür gibt es eine eigene Seite, die weniger fragt und mehr zeigt:',
  'form.onePerLine': 'Ein Eintrag je Zeile.',
  'form.json': 'Als JSON.',
  'form.badJson': 'Das ist kein JSON: {detail}',
  'form.inEnglish': 'Diese Beschreibung ist für Programme und zum Teil auf Englisch.',
  'form.jsonAt': 'Zeile {line}, Spalte {column}',
  'form.jsonSomewhere': 'Prüfen Sie Klammern, Kommas und Anführungszeichen.',
  'form.badChoice': 'Wählen Sie etwas aus der Liste.',
  'form.nobody': 'Niemand gefunden.',
  'form.record': 'Nummer {id}',
  'form.badNumber': 'Geben Sie eine Zahl ein.',
  'form.missing': '{name} ist erforderlich.',
  'form.more': 'Weitere Felder',
  'form.faults.one': 'Bitte prüfen Sie noch ein Feld.',
  'form.faults.other': 'Bitte prüfen Sie noch {n} Felder.',
  'form.readOnly':
    'Sie dürfen das ansehen, aber nicht ändern: Ihr Token braucht die Berechtigung {scope}.',
  'form.file':
    'Diese Operation nimmt eine Datei oder antwortet mit einer. Nutzen Sie dafür die API oder „postroad {command}“.',
  'form.dryRun': 'Was es tun würde',
  'form.consequences': 'Sehen Sie sich an, was es tun würde, und bestätigen Sie dann.',
  'form.atLeast': 'Mindestens {line}',
  'consequenceOne.theme': '1 Design wird gelöscht.',
  'consequenceOne.layout': '1 Layout wird gelöscht.',
  'consequenceOne.component': '1 Baustein wird gelöscht.',
  'consequenceOne.email': '1 E-Mail wird endgültig gelöscht.',
  'consequenceOne.emailArchived': '1 E-Mail wird archiviert.',
  'consequenceOne.emailPublished': '1 E-Mail wird veröffentlicht.',
  'consequenceOne.draft': '1 Entwurf wird verworfen.',
  'consequenceOne.sequence': '1 Sequenz wird gelöscht.',
  'consequenceOne.step': '1 Schritt wird entfernt.',
  'consequenceOne.stepAdded':
    '1 Schritt wird als Entwurf eingefügt: Niemand bekommt ihn, bis er aktiv ist.',
  'consequenceOne.stepActive': '1 Schritt wird aktiv.',
  'consequenceOne.stepDraft':
    '1 Schritt wird wieder Entwurf, und seine Mails verlassen die Warteschlange.',
  'consequenceOne.delay': '1 Wartezeit wird eine andere.',
  'consequenceOne.sequenceOff':
    '1 Sequenz wird ausgeschaltet; ihre Mails werden zurückgehalten, und niemand beginnt.',
  'consequenceOne.flow': '1 Ablauf wird gelöscht.',
  'consequenceOne.flowActivated': '1 Ablauf wird aktiv.',
  'consequenceOne.flowPaused': '1 Ablauf wird pausiert.',
  'consequenceOne.flowPublished': '1 Ablauf wird veröffentlicht.',
  'consequenceOne.personStarted': '1 Person beginnt und erhält die Mails.',
  'consequenceOne.personNotStarted':
    '1 Person bleibt, wie sie ist: Sie ist unterwegs oder hatte den Ablauf schon.',
  'consequenceOne.personMoved': '1 Person wird zu einem anderen Schritt verschoben.',
  'consequenceOne.personRetried': '1 Person versucht den Schritt erneut.',
  'consequenceOne.person': '1 Person wird endgültig gelöscht.',
  'consequenceOne.tag': '1 Person verliert 1 Tag.',
  'consequenceOne.field': '1 Feld wird gelöscht.',
  'consequenceOne.webhookEndpoint':
    '1 Webhook-Endpunkt wird gelöscht; nichts wird mehr an ihn zugestellt.',
  'consequenceOne.webhookDelivery': '1 Zustellung geht an den Endpunkt.',
  'consequenceOne.import': '1 Import wird abgebrochen.',
  'consequenceOne.tagging': '1 Änderung von Tags wird abgebrochen.',
  'consequenceOne.broadcast': '1 Rundschreiben wird gelöscht.',
  'consequenceOne.broadcastSent': '1 Rundschreiben wird gesendet.',
  'consequenceOne.broadcastResumed': '1 Rundschreiben wird fortgesetzt.',
  'consequenceOne.broadcastCanceled': '1 Rundschreiben wird endgültig abgebrochen.',
  'consequenceOne.segment': '1 Segment wird gelöscht.',
  'consequenceOne.guard': '1 Sperre wird gelöscht.',
  'consequenceOne.example': '1 Beispielfirma wird entfernt.',
  'consequenceOne.form':
    '1 Formular wird gelöscht, dazu Anmeldungen, die auf ihre Bestätigung warten.',
  'consequenceOne.product': '1 Produkt wird gelöscht.',
  'consequenceOne.message': '1 Nachricht wird gesendet.',
  'consequenceOne.messageCanceled': '1 Nachricht wird nicht gesendet.',
  'consequenceOne.mailAgain': '1 Mail wird erneut gesendet.',
  'consequenceOne.mailDismissed': '1 Mail wird nicht erneut gesendet.',
  'consequenceOne.token': '1 Token endet sofort.',
  'consequenceOne.clock': '1 Testuhr wird gestellt.',
  'consequenceOne.flowChanged': '1 aktiver Ablauf wird geändert.',
  'consequenceOne.sequenceStarted': '1 Sequenz wird eingeschaltet.',
  'consequenceOne.sequenceChanged': '1 eingeschaltete Sequenz wird geändert.',
  'consequenceOne.broadcastChanged': '1 Rundschreiben, das gesendet werden soll, wird geändert.',
  'consequenceOne.tokenMade': '1 Token wird erstellt.',
  'consequenceOne.linkMade': '1 Link wird erstellt, der an der Konsole anmeldet.',
  'consequenceOne.liveChanged': '1 Eintrag, nach dem Mails hinausgehen, wird geändert.',
  'consequenceOne.reverted': '1 Änderung wird rückgängig gemacht.',
  'consequenceOne.putBack':
    '1 Eintrag wird wieder, was er vor dieser Änderung war, ohne das, was später kam.',
  'consequence.uses.one': 'Wird an {n} Stelle verwendet.',
  'consequence.uses.other': 'Wird an {n} Stellen verwendet.',
  'consequence.flows.one': 'Wird in {n} Ablauf verwendet.',
  'consequence.flows.other': 'Wird in {n} Abläufen verwendet.',
  'consequence.sequences.one': 'Wird in {n} Sequenz verwendet.',
  'consequence.sequences.other': 'Wird in {n} Sequenzen verwendet.',
  'consequence.broadcasts.one': 'Wird in {n} Rundschreiben verwendet.',
  'consequence.broadcasts.other': 'Wird in {n} Rundschreiben verwendet.',
  'consequence.segments.one': 'Wird in {n} Segment verwendet.',
  'consequence.segments.other': 'Wird in {n} Segmenten verwendet.',
  'consequence.guards.one': 'Wird in {n} Sperre verwendet.',
  'consequence.guards.other': 'Wird in {n} Sperren verwendet.',
  'consequence.settings.one': 'Wird in {n} Einstellung verwendet.',
  'consequence.settings.other': 'Wird in {n} Einstellungen verwendet.',
  'consequence.queued.one': '{n} Mail davon wartet in der Warteschlange.',
  'consequence.queued.other': '{n} Mails davon warten in der Warteschlange.',
  'consequence.tests.one': '{n} Testmail wird gesendet.',
  'consequence.tests.other': '{n} Testmails werden gesendet.',
  'consequence.changesLost.one': '{n} Änderung darin geht verloren.',
  'consequence.changesLost.other': '{n} Änderungen darin gehen verloren.',
  'consequence.inside.one': '{n} Person ist darin.',
  'consequence.inside.other': '{n} Personen sind darin.',
  'consequence.getStep.one': '{n} von ihnen bekommt den Schritt.',
  'consequence.getStep.other': '{n} von ihnen bekommen den Schritt.',
  'consequence.willGet.one': '{n} von ihnen bekommt ihn, sobald er aktiv ist.',
  'consequence.willGet.other': '{n} von ihnen bekommen ihn, sobald er aktiv ist.',
  'consequence.otherNext.one': '{n} von ihnen hat dann eine andere nächste Mail.',
  'consequence.otherNext.other': '{n} von ihnen haben dann eine andere nächste Mail.',
  'consequence.reachEnd.one': '{n} von ihnen hat keinen Schritt mehr und erreicht das Ende.',
  'consequence.reachEnd.other': '{n} von ihnen haben keinen Schritt mehr und erreichen das Ende.',
  'consequence.holding.one': '{n} Mail wird zurückgehalten.',
  'consequence.holding.other': '{n} Mails werden zurückgehalten.',
  'consequence.steps.one': '{n} Schritt wird mit gelöscht.',
  'consequence.steps.other': '{n} Schritte werden mit gelöscht.',
  'consequence.stepsChanged.one': '{n} Person steht bei einem Schritt, der sich ändert.',
  'consequence.stepsChanged.other': '{n} Personen stehen bei Schritten, die sich ändern.',
  'consequence.canceled.one': '{n} wartende Mail wird abgebrochen.',
  'consequence.canceled.other': '{n} wartende Mails werden abgebrochen.',
  'consequence.goesOn.one': '{n} Person darin geht weiter.',
  'consequence.goesOn.other': '{n} Personen darin gehen weiter.',
  'consequence.stops.one': '{n} Person darin bleibt stehen.',
  'consequence.stops.other': '{n} Personen darin bleiben stehen.',
  'consequence.retriedPeople.one': '{n} Person versucht den Schritt erneut.',
  'consequence.retriedPeople.other': '{n} Personen versuchen den Schritt erneut.',
  'consequence.movedPeople.one': '{n} Person wird zu einem anderen Schritt verschoben.',
  'consequence.movedPeople.other': '{n} Personen werden zu einem anderen Schritt verschoben.',
  'consequence.remaining.one': '{n} bleibt für das nächste Mal übrig.',
  'consequence.remaining.other': '{n} bleiben für das nächste Mal übrig.',
  'consequence.sends.one': '{n} Mail wird mit der Person gelöscht.',
  'consequence.sends.other': '{n} Mails werden mit der Person gelöscht.',
  'consequence.events.one': '{n} Ereignis wird mit der Person gelöscht.',
  'consequence.events.other': '{n} Ereignisse werden mit der Person gelöscht.',
  'consequence.subscriptions.one': '{n} Abonnement gehört dazu.',
  'consequence.subscriptions.other': '{n} Abonnements gehören dazu.',
  'consequence.tags.one': '{n} Tag geht verloren.',
  'consequence.tags.other': '{n} Tags gehen verloren.',
  'consequence.values.one': '{n} Person hat darin einen Wert.',
  'consequence.values.other': '{n} Personen haben darin einen Wert.',
  'consequence.rowsRead.one': '{n} Zeile ist schon übernommen und bleibt.',
  'consequence.rowsRead.other': '{n} Zeilen sind schon übernommen und bleiben.',
  'consequence.rowsLeft.one': '{n} Zeile wird nicht mehr übernommen.',
  'consequence.rowsLeft.other': '{n} Zeilen werden nicht mehr übernommen.',
  'consequence.changed.one': '{n} Person ist schon geändert und bleibt es.',
  'consequence.changed.other': '{n} Personen sind schon geändert und bleiben es.',
  'consequence.unchanged.one': '{n} Person bleibt wie zuvor.',
  'consequence.unchanged.other': '{n} Personen bleiben wie zuvor.',
  'consequence.sentStays.one': '{n} Mail davon wurde gesendet und bleibt im Protokoll.',
  'consequence.sentStays.other': '{n} Mails davon wurden gesendet und bleiben im Protokoll.',
  'consequence.recipients.one': '{n} Person erhält die Mail.',
  'consequence.recipients.other': '{n} Personen erhalten die Mail.',
  'consequence.excluded.one': '{n} Person wird ausgelassen.',
  'consequence.excluded.other': '{n} Personen werden ausgelassen.',
  'consequence.members.one': '{n} Person ist jetzt darin und bleibt unverändert.',
  'consequence.members.other': '{n} Personen sind jetzt darin und bleiben unverändert.',
  'consequence.guarded.one': '{n} Person erfüllt sie jetzt.',
  'consequence.guarded.other': '{n} Personen erfüllen sie jetzt.',
  'consequence.retried.one': 'Der Versand von {n} Mail wird erneut versucht.',
  'consequence.retried.other': 'Der Versand von {n} Mails wird erneut versucht.',
  'consequence.uncertain.one': '{n} davon kommt vielleicht ein zweites Mal an.',
  'consequence.uncertain.other': '{n} davon kommen vielleicht ein zweites Mal an.',
  'consequence.leftOut.one': '{n} Mail wird ausgelassen.',
  'consequence.leftOut.other': '{n} Mails werden ausgelassen.',
  'consequence.dismissed.one': '{n} Mail wird nicht erneut gesendet.',
  'consequence.dismissed.other': '{n} Mails werden nicht erneut gesendet.',
  'consequence.goesOut.one': '{n} Mail geht sofort hinaus.',
  'consequence.goesOut.other': '{n} Mails gehen sofort hinaus.',
  'consequence.later.one': '{n} Mail wartet und geht hinaus, sobald sie fällig ist.',
  'consequence.later.other': '{n} Mails warten und gehen hinaus, sobald sie fällig sind.',
  'consequence.tokens.one': '{n} mit ihm erstelltes Token endet ebenfalls.',
  'consequence.tokens.other': '{n} mit ihm erstellte Token enden ebenfalls.',
  'consequence.resubscribed.one': '{n} abgemeldete Person erhält wieder E-Mails.',
  'consequence.resubscribed.other':
    '{n} Personen erhalten wieder E-Mails, falls sie abgemeldet sind.',
  'consequence.tagged.one': '{n} Person erhält oder verliert Tags, was Abläufe starten kann.',
  'consequence.tagged.other':
    '{n} Personen erhalten oder verlieren Tags, was Abläufe starten kann.',
  'consequence.peopleRemoved.one': '{n} Person davon wird gelöscht.',
  'consequence.peopleRemoved.other': '{n} Personen davon werden gelöscht.',
  'consequence.recordsRemoved.one':
    '{n} weiterer Eintrag davon wird gelöscht, mit Ihren Änderungen daran.',
  'consequence.recordsRemoved.other':
    '{n} weitere Einträge davon werden gelöscht, mit Ihren Änderungen daran.',
  'consequence.mailsRemoved.one': '{n} Mail davon verlässt Warteschlange und Protokoll.',
  'consequence.mailsRemoved.other': '{n} Mails davon verlassen Warteschlange und Protokoll.',
  'consequence.imported.one': '{n} Zeile wird importiert, was Abläufe starten kann.',
  'consequence.imported.other': '{n} Zeilen werden importiert, was Abläufe starten kann.',
  'consequence.importedAlone.one': '{n} Zeile wird importiert.',
  'consequence.importedAlone.other': '{n} Zeilen werden importiert.',
  'consequence.applied.one': '{n} Änderung an Definitionen wird übernommen.',
  'consequence.applied.other': '{n} Änderungen an Definitionen werden übernommen.',
  'consequence.removed.one': '{n} Eintrag wird entfernt.',
  'consequence.removed.other': '{n} Einträge werden entfernt.',
  'consequence.senders.one':
    '{n} aktive Stelle versendet sie: ein Ablauf, eine Sequenz, ein Rundschreiben oder ein Formular.',
  'consequence.senders.other':
    '{n} aktive Stellen versenden sie: Abläufe, Sequenzen, Rundschreiben oder Formulare.',
  'consequence.recompiled.one': '{n} E-Mail sieht danach anders aus.',
  'consequence.recompiled.other': '{n} E-Mails sehen danach anders aus.',
  'consequence.inQueue.one':
    '{n} Mail steht in der Warteschlange und geht vielleicht anders hinaus.',
  'consequence.inQueue.other':
    '{n} Mails stehen in der Warteschlange und gehen vielleicht anders hinaus.',
  'consequence.liveFlows.one': '{n} aktiver Ablauf ändert sich.',
  'consequence.liveFlows.other': '{n} aktive Abläufe ändern sich.',
  'form.answer': 'Antwort',
  'editing.one': '{names} bearbeitet das gerade ebenfalls.',
  'editing.other': '{names} bearbeiten das gerade ebenfalls.',
  'editing.you': 'Sie bearbeiten das auch in einem anderen Fenster.',
  'conflict.title': 'Jemand anderes hat das inzwischen geändert',
  'conflict.text':
    'Ihre Änderungen bleiben hier erhalten. Übernehmen Sie Feld für Feld den anderen Stand oder behalten Sie Ihren; nichts geht verloren.',
  'conflict.field': 'Feld',
  'conflict.theirs': 'Der andere Stand, wie er jetzt ist',
  'conflict.mine': 'Ihr Stand',
  'conflict.keepMine': 'Ihren Stand behalten',
  'conflict.deleted': 'Jemand anderes hat das inzwischen gelöscht',
  'conflict.deletedText':
    'Ihre Änderungen bleiben hier erhalten. Machen Sie das Löschen rückgängig, um sie zu speichern, oder kopieren Sie, was Sie brauchen.',
  'conflict.noMore': 'Nichts, was die andere Seite nicht auch hat.',
  'conflict.takeTheirs': 'Anderen Stand übernehmen',
  'operations.title': 'Alle Operationen',
  'operations.text':
    'Alles, was der Dienst kann. Jede Operation hat hier ein Formular aus demselben Vertrag wie die API, die Befehle und die Werkzeuge der Agenten.',
  'operations.find': 'Operation finden',
  'operations.read': 'liest',
  'operations.add': 'ergänzt',
  'operations.replace': 'ändert',
  'operations.remove': 'entfernt',
  'operations.send': 'erreicht Personen',
  'record.actions': 'Was Sie damit tun können',
  'record.step': 'Schritt {name}',
  'now.title': 'Jetzt',
  'now.mail': 'Mails',
  'now.lastMinute': 'In der letzten Minute gesendet',
  'now.lastHour': 'In der letzten Stunde gesendet',
  'now.scheduled': 'Geplant',
  'now.holding': 'Zurückgehalten',
  'now.sending': 'Wird gesendet',
  'now.uncertain': 'Ungewiss',
  'now.failed': 'In 24 Stunden fehlgeschlagen',
  'now.lateTitle': 'Verspätet, und warum',
  'now.dueSince': 'fällig seit',
  'now.lane.sends': 'Mails',
  'now.lane.runs': 'Personen in Abläufen',
  'now.lane.sequences': 'Personen in Sequenzen',
  'now.lane.broadcasts': 'Rundschreiben',
  'now.lane.renewals': 'Erinnerungen an Verlängerungen',
  'now.lane.opt_outs': 'Abmeldungen für den Anbieter',
  'now.retrying.one': 'Mail, deren Versand erneut versucht wird',
  'now.retrying.other': 'Mails, deren Versand erneut versucht wird',
  'now.allReasons': 'Alle {n} Gründe',
  'now.allFlows': 'Alle {n} Abläufe',
  'now.allChanges': 'Gesamter Verlauf',
  'now.parkedTitle': 'Angehaltene Durchläufe',
  'now.holdingTitle': 'Zurückgehalten, nach Grund',
  'now.failedTitle': 'In 24 Stunden fehlgeschlagen, nach Antwort des Anbieters',
  'now.insideTitle': 'Personen in Abläufen',
  'now.changesTitle': 'Was geändert wurde und von wem',
  'queue.views': 'Ansichten der Warteschlange',
  'queue.scheduled': 'Geplant',
  'queue.holding': 'Zurückgehalten',
  'queue.sending': 'Wird gesendet',
  'queue.uncertain': 'Ungewiss',
  'queue.failed': 'Fehlgeschlagen',
  'queue.delivery': 'Zustellung',
  'queue.scheduledText': 'Mails, die zu ihrer Zeit hinausgehen, die nächste zuerst.',
  'queue.holdingText':
    'Mails, deren Zeit gekommen ist, die aber etwas zurückhält. Sobald der Grund wegfällt, gehen sie von selbst hinaus.',
  'queue.sendingText': 'Mails, die gerade dem Anbieter übergeben werden.',
  'queue.uncertainText':
    'Die Verbindung brach nach der Übergabe ab, also kam die Mail vielleicht an. Senden Sie sie erneut, dann kommt sie womöglich doppelt; oder schließen Sie sie ab.',
  'queue.failedText': 'Der Anbieter lehnte diese Mails ab, oder sie ließen sich nicht erzeugen.',
  'queue.byReason': 'Nach Grund',
  'queue.noReason': 'Ohne Angabe eines Grundes',
  'queue.lookedAt': 'Es gibt mehr, als betrachtet wurde: Gezählt sind die neuesten {n}.',
  'queue.opens.at': 'geht hinaus am',
  'queue.opens.flow': 'geht hinaus, sobald der Ablauf wieder aktiv ist',
  'queue.opens.sequence': 'geht hinaus, sobald die Sequenz eingeschaltet ist',
  'queue.opens.broadcast': 'geht hinaus, sobald das Rundschreiben fortgesetzt wird',
  'queue.opens.soon': 'geht gleich hinaus',
  'queue.opens.sender': 'geht hinaus, sobald ein Absender festgelegt ist',
  'queue.opens.release': 'geht hinaus, sobald der Versand freigegeben ist',
  'queue.retryThese': 'Diese erneut senden',
  'queue.retryReason': 'Diese erneut senden: {reason}',
  'queue.retry': 'Erneut senden',
  'queue.retryOne': 'Erneut senden: {about}',
  'queue.dismiss': 'Abschließen',
  'queue.dismissOne': 'Ohne Versand abschließen: {about}',
  'queue.dismissAll': 'Alle abschließen',
  'queue.retryAll': 'Alle erneut senden',
  'queue.empty': 'Hier ist gerade nichts',
  'queue.noneText':
    'Zurzeit ist keine Mail in diesem Zustand. Was als Nächstes hinausgeht, steht unter „Geplant“.',
  'queue.seeScheduled': 'Geplantes ansehen',
  'queue.example.holding':
    'Eine E-Mail ist um 22:00 fällig, die Einstellungen senden aber nur von 9 bis 18 Uhr: Sie wartet auf den Morgen.',
  'queue.example.sending':
    'Die 40 E-Mails eines Rundschreibens, die in dieser Sekunde dem Anbieter übergeben werden.',
  'queue.example.uncertain':
    'Die Verbindung brach ab, nachdem eine E-Mail übergeben war und bevor der Anbieter antwortete.',
  'queue.example.failed': 'Der Anbieter antwortet „550 no such mailbox“.',
  'report.empty':
    'Zahlen stehen hier, sobald die erste Mail hinausgeht. In diesen Tagen ging keine hinaus.',
  'report.example': 'Montag: 1.200 gesendet, 1.180 zugestellt, 430 geöffnet, 62 geklickt.',
  'delivery.doctor': 'Prüfung von Anbieter, Domain und Dienst',
  'delivery.ok': 'Gut',
  'delivery.warning': 'Hinweis',
  'delivery.problem': 'Problem',
  'delivery.lookedAt': 'Geprüft am',
  'delivery.providers': 'Mails je Anbieter, letzte 30 Tage',
  'delivery.provider': 'Anbieter',
  'delivery.bounces': 'Unzustellbares und Beschwerden nach Domain, letzte 30 Tage',
  'delivery.domain': 'Domain',
  'delivery.hard_bounced': 'Dauerhaft unzustellbar',
  'delivery.soft_bounced': 'Vorübergehend unzustellbar',
  'delivery.complained': 'Beschwerden',
  'delivery.lastAnswer': 'Letzte Antwort',
  'webhooks.title': 'Webhooks',
  'webhooks.make': 'Endpunkt anlegen',
  'webhooks.on': 'An',
  'webhooks.off': 'Aus',
  'webhooks.why.person': 'Jemand hat ihn abgeschaltet.',
  'webhooks.why.gone': 'Das Programm antwortete 410: Es gibt es nicht mehr.',
  'webhooks.why.failing': 'Fünf Tage lang kam nichts durch.',
  'webhooks.failingSince': 'Nichts kam durch seit',
  'webhooks.clear': 'Nichts ist fehlgeschlagen, nichts wartet.',
  'webhooks.attempts.one': '{n} Versuch',
  'webhooks.attempts.other': '{n} Versuche',
  'webhooks.answered': 'Antwort {status}',
  'webhooks.answer': 'Antwort',
  'webhooks.next': 'nächster Versuch',
  'webhooks.replay': 'Noch einmal zustellen',
  'webhooks.replayOne': 'Noch einmal zustellen: {type}',
  'webhooks.switchOn': 'Einschalten',
  'webhooks.switchOnOne': 'Einschalten: {url}',
  'webhooks.all': 'Alle Zustellungen',
  'report.what':
    'Was aus den Mails wurde, zusammengezählt nach Tag, E-Mail, Rundschreiben, Ablauf, Label oder Link.',
  'report.total': 'Summe',
  'report.by': 'Zusammengezählt nach',
  'report.by.day': 'Tag',
  'report.by.email': 'E-Mail',
  'report.by.broadcast': 'Rundschreiben',
  'report.by.flow': 'Ablauf',
  'report.by.sequence': 'Sequenz',
  'report.by.step': 'Schritt',
  'report.by.label': 'Label',
  'report.by.link': 'Link',
  'report.by.provider': 'Anbieter',
  'report.period': 'Zeitraum',
  'report.lastDays': '{n} Tage',
  'report.from': 'Von',
  'report.to': 'Bis',
  'report.shows': 'Was das Bild zeigt',
  'report.ofSent': '{share} der gesendeten',
  'report.ofDelivered': '{share} der zugestellten',
  'report.daysPicture': '{figure} nach Tagen: {n} insgesamt, am meisten am {day} ({most}).',
  'report.nonePicture': '{figure}: keine in diesen Tagen.',
  'report.rowsPicture': '{figure}: die ersten {n} von {all}.',
  'report.behind': 'Gesendet, zum Vergleich',
  'report.csv': 'Als CSV herunterladen',
  'report.table': 'Die Zahlen',
  'report.more':
    'Es gibt mehr als die {n} gezeigten Zeilen; die Summen zählen alles. Wählen Sie weniger Tage, um alle zu sehen.',
  'report.deleted': 'gelöscht',
  'experiment.title': 'Vergleich der Varianten',
  'experiment.figures': 'Zahlen jeder Variante',
  'experiment.variant': 'Variante',
  'experiment.winner': 'Gewinner',
  'experiment.decided':
    '{name} hat gewonnen: Der Anteil liegt {low} bis {high} Prozentpunkte über der nächsten. Der Rest bekommt sie.',
  'experiment.undecided':
    'Die Stichprobe zeigt keinen Unterschied: Die beste liegt {low} bis {high} Prozentpunkte von der nächsten entfernt. Der Rest bekommt die erste.',
  'experiment.ended': 'Es endete, bevor ein Gewinner feststand.',
  'experiment.sampling': 'Erst geht die Stichprobe hinaus. Auf den Gewinner warten: {n}.',
  'experiment.decides': 'Entschieden wird',
  'compare.title': 'Zwei Betreffzeilen vergleichen',
  'compare.text':
    'Einige bekommen zuerst die eine oder die andere Betreffzeile, der Rest bekommt die bessere.',
  'compare.writeFirst':
    'Schreiben Sie zuerst die E-Mail: Mit ihrer Betreffzeile wird die zweite verglichen.',
  'compare.add': 'Zweite Betreffzeile probieren',
  'compare.subject': 'Betreff {name}',
  'compare.subjectHint':
    'Das Übrige der E-Mail wird kopiert; die Kopie können Sie danach bearbeiten.',
  'compare.decides': 'Was entscheidet',
  'compare.by.opened': 'Die Betreffzeile, die mehr Leute öffnen',
  'compare.by.clicked': 'Die Betreffzeile, nach der mehr Leute klicken',
  'compare.by.none': 'Nichts: Alle bekommen eine der beiden',
  'compare.sample': 'Stichprobe in Prozent',
  'compare.sampleOf': 'Etwa {n} von {all} Personen',
  'compare.hours': 'Stunden bis zur Entscheidung',
  'compare.begin': 'Vergleichen',
  'compare.ahead.none': 'Alle bekommen eine der Varianten, und jede wird für sich gezählt.',
  'compare.ahead.opened':
    '{n} Prozent der Leute bekommen zuerst eine der Varianten. Nach {time} bekommt der Rest die, die mehr von ihnen geöffnet haben.',
  'compare.ahead.clicked':
    '{n} Prozent der Leute bekommen zuerst eine der Varianten. Nach {time} bekommt der Rest die, in der mehr von ihnen geklickt haben.',
  'compare.ahead.converted':
    '{n} Prozent der Leute bekommen zuerst eine der Varianten. Nach {time} bekommt der Rest die, nach der mehr von ihnen das Ziel erreicht haben.',
  'compare.stop': 'Nur {name} senden',
  'broadcasts.new': 'Neues Rundschreiben',
  'broadcasts.new.lead':
    'Es beginnt als Entwurf. Nichts geht hinaus, bevor Sie gesehen haben, wer es bekommt, und es senden.',
  'broadcasts.new.name': 'Name',
  'broadcasts.new.nameExample': 'Newsletter im Frühling',
  'broadcasts.new.later': 'Später wählen',
  'broadcasts.new.segmentHint': 'Alle, die beim Versand in diesem Segment sind.',
  'broadcasts.new.noSegments': 'Ein Rundschreiben geht an ein Segment, und es gibt noch keines.',
  'broadcasts.new.email': 'Was sie bekommen',
  'broadcasts.new.blank': 'Eine neue, leere E-Mail',
  'broadcasts.new.copyOf': 'Eine Kopie von „{title}“',
  'broadcasts.new.emailHint':
    'Das Rundschreiben hat eine eigene E-Mail, die Sie danach bearbeiten.',
  'broadcasts.new.create': 'Entwurf anlegen',
  'broadcasts.new.all': 'Alle Optionen',
  'broadcast.lead': 'Eine Mail an alle in einem Segment, sofort oder zu einem festen Zeitpunkt.',
  'broadcast.begins': 'Beginn',
  'broadcast.people': 'Personen',
  'broadcast.audience': 'Wer sie bekommt',
  'broadcast.choose': 'Ändern',
  'broadcast.inSegment': 'Im Segment',
  'broadcast.minus': 'minus',
  'broadcast.less.unsubscribed': 'Abgemeldet',
  'broadcast.less.hard_bounced': 'Dauerhaft unzustellbar',
  'broadcast.less.complained': 'Beschwerde',
  'broadcast.less.broadcast': 'Erhielten',
  'broadcast.less.segment': 'Im Segment',
  'broadcast.less.guard': 'Aufgehalten von der Sperre',
  'broadcast.recipients': 'Empfänger',
  'broadcast.eligible': 'Bekommen sie nach jetzigem Stand',
  'broadcast.noSegment': 'Noch ist kein Segment gewählt: Wählen Sie, an wen sie geht.',
  'broadcast.notCounted':
    'Das Zählen dauerte über {n} Sekunden. Der Versand ist davon nicht betroffen.',
  'broadcast.toSegment': 'An alle im Segment',
  'broadcast.withoutSegments': 'Aber nicht an Personen im Segment',
  'broadcast.withoutBroadcasts': 'Und nicht an Empfänger von',
  'broadcast.noSegments': 'Es gibt kein anderes Segment.',
  'broadcast.noBroadcasts': 'Noch wurde kein anderes Rundschreiben gesendet.',
  'broadcast.timing': 'Wann und wie schnell',
  'broadcast.ends': 'Bei diesem Tempo ist die letzte Mail fällig am',
  'broadcast.pace': 'E-Mails pro Stunde',
  'broadcast.usualPace': 'Wie in den Einstellungen: {n} pro Stunde.',
  'broadcast.when': 'Wann',
  'broadcast.zone': 'Nach der Uhr von',
  'broadcast.zoneAccount': '{zone}, dem Konto',
  'broadcast.zoneEach': 'jeder Person',
  'broadcast.zoneOther': 'Andere Zonen',
  'broadcast.inAccountZone': 'In {zone} ist das',
  'broadcast.eachText':
    'Alle bekommen sie, wenn ihre eigene Uhr diese Zeit zeigt; wer keine Zone hat, nach der Uhr des Kontos.',
  'broadcast.schedule': 'Planen',
  'broadcast.unschedule': 'Zurück zum Entwurf',
  'broadcast.starts': 'Beginnt am',
  'broadcast.startsEach': 'Beginnt am {time}, nach der Uhr jeder Person.',
  'broadcast.sendNow': 'Jetzt senden',
  'broadcast.progress': 'Fortschritt',
  'broadcast.nothingLeft': 'Es wurde abgebrochen, bevor eine E-Mail hinausging.',
  'broadcast.pause': 'Pausieren',
  'broadcast.resume': 'Fortsetzen',
  'broadcast.cancel': 'Endgültig abbrechen',
  'broadcast.doneOf.one': 'von {n} Mail',
  'broadcast.doneOf.other': 'von {n} Mails',
  'broadcast.isPaused': 'Nichts davon geht hinaus, bis es fortgesetzt wird',
  'broadcast.held': 'Die nächste Mail davon wartet: {reason}',
  'broadcast.kept':
    'Es war kein Mailanbieter verbunden, darum ging nichts davon hinaus: Die Mails liegen im Postfach dieses Dienstes.',
  'broadcast.part.sent': 'Gesendet',
  'broadcast.part.failed': 'Fehlgeschlagen',
  'broadcast.part.skipped': 'Übersprungen',
  'broadcast.part.remaining': 'Noch offen',
  'broadcast.part.canceled': 'Abgebrochen',
  'broadcast.started': 'Begonnen',
  'broadcast.finished': 'beendet',
  'broadcast.results': 'Was daraus wurde',
  'broadcast.mail': 'Die Mail',
  'broadcast.editMail': 'Die E-Mail öffnen',
  'broadcast.writeMail': 'E-Mail schreiben',
  'broadcast.blankMail':
    'Die E-Mail ist leer: Schreiben Sie Betreff und Text, dann können Sie sie senden.',
  'broadcast.links': 'Klicks nach Link',
  'broadcast.noClicks': 'Noch hat niemand auf einen Link geklickt.',
  'broadcast.settings': 'Name und Weiteres',
  'broadcast.facts': 'Alles darüber',
  'sequence.lead': 'Mails nacheinander, jede mit ihrem Abstand zur vorigen.',
  'sequence.on': 'An',
  'sequence.off': 'Aus',
  'sequence.state': 'Zustand',
  'sequence.switchOn': 'Einschalten',
  'sequence.switchOff': 'Ausschalten',
  'sequence.lane': 'Schritte und die Personen dazwischen',
  'sequence.start': 'Jemand beginnt',
  'sequence.end': 'Das Ende',
  'sequence.wait': 'Wartezeit: {time}',
  'sequence.atOnce': 'sofort',
  'sequence.waiting.one': '{n} Person ist auf dem Weg hierher',
  'sequence.waiting.other': '{n} Personen sind auf dem Weg hierher',
  'sequence.held.one': '{n} Mail wird zurückgehalten: {reason}',
  'sequence.held.other': '{n} Mails werden zurückgehalten: {reason}',
  'sequence.heldMore': 'Von den {n} nächsten Mails ihrer Warteschlange.',
  'sequence.insert': 'Schritt einfügen',
  'sequence.insertAt': 'Schritt einfügen als Nummer {n}',
  'sequence.step': 'Schritt {n}',
  'sequence.up': 'Nach oben',
  'sequence.down': 'Nach unten',
  'sequence.activate': 'Aktivieren',
  'sequence.draft': 'Zum Entwurf machen',
  'sequence.delete': 'Entfernen',
  'sequence.changeWait': 'Wartezeit ändern',
  'sequence.replace': 'Andere E-Mail',
  'sequence.amount': 'Wartezeit',
  'sequence.unit': 'Einheit',
  'sequence.stats': '{sent} gesendet, {opened} geöffnet, {clicked} geklickt',
  'sequence.none':
    'Noch kein Schritt. Fügen Sie den ersten ein: eine E-Mail und die Wartezeit davor.',
  'sequence.allDrafts':
    'Noch ist kein Schritt aktiv, daher bekommt niemand Mails dieser Sequenz. Aktivieren Sie, was fertig ist.',
  'sequence.steps': 'Schritte',
  'sequence.look': 'Was es bewirkt',
  'sequence.changedSince':
    'Ihre Angaben bleiben hier erhalten und wurden nicht gespeichert. Sehen Sie, was sie jetzt bewirken, und speichern Sie dann.',
  'sequence.guards': 'Sperren, die ihre Mails aufhalten können',
  'sequence.facts': 'Alles darüber',
  'renewals.lead': 'Wer in den nächsten Tagen an eine Verlängerung erinnert wird und wer nicht.',
  'renewals.none':
    'Noch erinnert kein Ablauf an Verlängerungen. Einer, den eine nahende Verlängerung startet, steht hier als Kalender.',
  'renewals.example': 'Drei Tage bevor sich der Tarif „Pro“ verlängert, um 9 Uhr morgens.',
  'renewals.notLive': 'Dieser Ablauf ist nicht aktiv: Niemand wird erinnert',
  'renewals.count.one': '{n} Erinnerung',
  'renewals.count.other': '{n} Erinnerungen',
  'renewals.within': 'in den nächsten {n} Tagen',
  'renewals.openFlow': 'Den Ablauf öffnen',
  'renewals.calendar': 'Erinnerungen nach Tagen',
  'renewals.others': 'und {n} weitere',
  'renewals.person': 'Person',
  'renewals.due': 'Erinnert',
  'renewals.renews': 'Verlängert sich',
  'renewals.amount': 'Betrag',
  'renewals.notListed': '{n} weitere dieses Tages stehen nicht in den gelesenen Zeilen.',
  'renewals.skipped': 'Übersprungen',
  'renewals.noneSkipped': 'Niemand wird übersprungen.',
  'renewals.more.one': '{n} weitere steht nicht in den gelesenen Zeilen.',
  'renewals.more.other': '{n} weitere stehen nicht in den gelesenen Zeilen.',
  'renewals.reason.not_renewal_trigger': 'Den Ablauf starten keine Verlängerungen',
  'renewals.reason.unknown_product': 'Das Produkt des Ablaufs gibt es nicht',
  'renewals.reason.no_person': 'Die Person gibt es nicht mehr',
  'renewals.reason.ambiguous': 'Die Person hat mehrere dieser Abonnements',
  'renewals.reason.cancelled': 'Das Abonnement ist beendet',
  'renewals.reason.not_active': 'Das Abonnement ist nicht aktiv',
  'renewals.reason.scheduled_cancel': 'Das Abonnement endet, statt sich zu verlängern',
  'renewals.reason.missing_date': 'Der Tag der Verlängerung ist nicht bekannt',
  'renewals.reason.missing_amount': 'Der Betrag der Verlängerung ist nicht bekannt',
  'renewals.reason.suppressed': 'Die Person bekommt keine E-Mails',
  'renewals.reason.already_sent': 'Schon erinnert',
  'renewals.reason.already_enrolled': 'Die Erinnerung ist unterwegs',
  'renewals.reason.same_cycle': 'In diesem Zeitraum schon erinnert',
  'renewals.reason.unresolved_time': 'Die Ortszeit gibt es an diesem Tag nicht',
  'renewals.reason.past_target': 'Der Zeitpunkt der Erinnerung ist vorbei',
  'report.sent': 'Gesendet',
  'report.delivered': 'Zugestellt',
  'report.opened': 'Geöffnet',
  'report.clicked': 'Geklickt',
  'report.bounced': 'Unzustellbar',
  'report.complained': 'Beschwerden',
  'report.unsubscribed': 'Abgemeldet',
  'report.failed': 'Fehlgeschlagen',
  'report.skipped': 'Übersprungen',
  'report.converted': 'Ziel erreicht',
  'report.holdout': 'Kontrollgruppe',
  'sending.hold': 'Versand anhalten',
  'sending.release': 'Versand wieder freigeben',
  'sending.holdText':
    'Nichts geht hinaus, bis Sie es freigeben; Abläufe und Rundschreiben laufen weiter, ihre Mails warten. Was gerade übergeben wird, kommt noch an.',
  'sending.heldTitle': 'Es gehen keine Mails hinaus',
  'sending.noSender.one': '{n} Mail wartet, weil keine Absenderadresse festgelegt ist.',
  'sending.noSender.other': '{n} Mails warten, weil keine Absenderadresse festgelegt ist.',
  'sending.setSender': 'Absender festlegen',
  'sending.stuck.one': 'In der letzten Minute wurde nichts übergeben; {n} Mail ist fällig seit',
  'sending.stuck.other': 'In der letzten Minute wurde nichts übergeben; {n} Mails sind fällig seit',
  'sending.lookAtDelivery': 'Zustellung ansehen',
  'sending.lookAtQueue': 'Zur Warteschlange',
  'sending.nobody.title': 'Mails erreichen niemanden',
  'sending.nobody.provider':
    'Noch ist kein Mailanbieter eingestellt: Was gesendet wird, bleibt im Postfach dieses Dienstes und erreicht niemanden.',
  'sending.nobody.sender':
    'Noch ist kein Absender festgelegt: E-Mails ohne eigenen Absender warten, bis es einen gibt.',
  'sending.nobody.held':
    'Alle Mails sind angehalten: Es geht nichts hinaus, bis jemand sie freigibt.',
  'sending.heldBy': 'Angehalten von {name}: {reason}.',
  'check.title': 'Bis echte Mails hinausgehen: {done} von {all} erledigt',
  'check.done': 'Erledigt',
  'check.open': 'Offen',
  'check.unknown': 'Unbekannt',
  'check.sender': 'Absender festlegen: eine Adresse in Ihrer Domain',
  'check.zone': 'Zeitzone des Kontos einstellen',
  'check.zone.now': 'Sie ist {zone}; dort ist es jetzt {time}',
  'check.domain': 'Einträge der Domain setzen (SPF, DKIM, DMARC)',
  'check.provider': 'Mailanbieter verbinden',
  'check.postal': 'Postanschrift eintragen (gesetzlich vorgeschrieben)',
  'check.test': 'Testmail an sich selbst schicken',
  'check.again': 'Erneut prüfen',
  'check.event': 'Erstes Ereignis erfassen',
  'exampleCompany.title': 'Mit einem Beispiel umsehen',
  'exampleCompany.what':
    'Larkspur ist eine erfundene Firma nach fünf Wochen: Personen, Abläufe mit Personen darin, Sequenzen, Rundschreiben und Zahlen. An diese Personen geht keine Mail hinaus, und ein Knopf entfernt alles wieder.',
  'exampleCompany.load': 'Beispiel laden',
  'exampleCompany.loading': 'Fünf Wochen werden durchgespielt. Das dauert bis zu einer Minute.',
  'exampleCompany.banner':
    'Dieses Konto enthält die Beispielfirma Larkspur. An ihre Personen geht keine Mail hinaus.',
  'exampleCompany.remove': 'Beispiel entfernen',
  'exampleCompany.mark': 'Beispiel',
  'embed.expired':
    'Die Zeit, für die dieser Ablauf freigegeben war, ist vorbei. Bitten Sie um eine neue Adresse.',
  'embed.ended': 'Dieser Ablauf ist nicht mehr freigegeben, oder die Adresse ist unvollständig.',
  'embed.elsewhere': 'Dieser Ablauf ist für Ihren Standort nicht freigegeben.',
  'embed.offline': 'Der Dienst antwortet nicht. Diese Seite versucht es erneut.',
  'flows.what': 'Automationen: was sie startet, wer gerade darin ist und was sie versenden.',
  'flows.column.status': 'Status',
  'flows.column.trigger': 'Auslöser',
  'flows.column.inside': 'Darin',
  'flows.column.parked': 'Angehalten',
  'flows.column.mail': 'Mails, 14 Tage',
  'flows.column.problems': 'Probleme',
  'flows.sentDays': '{n} Mails in den letzten {days} Tagen',
  'flows.noProblems': 'Keine',
  'flows.parked.one': '{n} angehalten',
  'flows.parked.other': '{n} angehalten',
  'flows.failed.one': '{n} Mail fehlgeschlagen',
  'flows.failed.other': '{n} Mails fehlgeschlagen',
  'flows.status.live': 'Aktiv',
  'flows.status.paused': 'Pausiert',
  'flows.status.draft': 'Entwurf',
  'flows.new': 'Neuer Ablauf',
  'flows.new.lead':
    'Ein Ereignis startet ihn für die Person, um die es geht; danach fügen Sie Schritte hinzu.',
  'flows.new.name': 'Name',
  'flows.new.nameExample': 'Neue Kunden begrüßen',
  'flows.new.key': 'Der Schlüssel ist {key} und ändert sich nie.',
  'flows.new.keyHint': 'Aus dem Namen wird der Schlüssel gebildet.',
  'flows.new.event': 'Beginnt bei diesem Ereignis',
  'flows.new.eventHint':
    'Der Name, unter dem Ihre Anwendung es erfasst, etwa signed_up oder order_paid.',
  'flows.new.policy': 'Wie oft darf eine Person ihn durchlaufen?',
  'flows.new.policy.single_run': 'Einmal, wie bei einer Begrüßung',
  'flows.new.policy.repeat':
    'Bei jedem Ereignis erneut, wie bei einer Bestellung; immer nur ein Durchlauf zugleich',
  'flows.new.create': 'Anlegen und Schritte hinzufügen',
  'flows.new.json': 'Als JSON schreiben',
  'canvas.hasDraft': 'Unveröffentlichte Änderungen',
  'canvas.hasUnsaved': 'Änderungen sind nicht gespeichert',
  'canvas.addSteps': 'Schritte hinzufügen',
  'canvas.noSteps': 'Dieser Ablauf hat noch keine Schritte',
  'canvas.noSteps.text':
    'Personen, deren Ereignis eintritt, gehen die Schritte von oben nach unten durch. Ein Ablauf ohne Schritte tut nichts.',
  'canvas.noSteps.example': 'Eine E-Mail senden, zwei Tage warten, eine weitere senden.',
  'canvas.addFirst': 'Ersten Schritt hinzufügen',
  'canvas.email.search': 'Titel oder Betreff suchen',
  'canvas.email.write': 'Neue E-Mail schreiben',
  'canvas.email.open': 'E-Mail öffnen',
  'canvas.issue.blank':
    '„{title}“ hat noch keinen Betreff oder keinen Text, und eine leere E-Mail wird nicht gesendet.',
  'canvas.issue.write': 'E-Mail schreiben',
  'canvas.issue.missing': '„{name}“ ist noch leer.',
  'canvas.hint.name': 'So heißt er in der Zeichnung',
  'canvas.hint.email_id': 'Welche E-Mail gesendet wird',
  'canvas.hint.until': 'Eine Uhrzeit, dazu die Wochentage, wenn nicht jeder Tag gemeint ist',
  'canvas.hint.until_field': 'Eine Zeit vor oder nach einem Datum der Person',
  'canvas.hint.duration': 'So lange warten alle hier',
  'canvas.hint.expires_after': 'So lange wartet jemand höchstens',
  'canvas.hint.wait_for': 'Was das Warten beendet',
  'canvas.hint.tag': 'Es wird angelegt, wenn es neu ist',
  'canvas.hint.field': 'Ein Feld, das es im Konto gibt',
  'canvas.hint.value': 'Darf Werte nennen, etwa {{ event.details.plan }}',
  'canvas.hint.event': 'Etwa trial_ended; andere Abläufe können damit beginnen',
  'canvas.hint.details': 'Was das Ereignis mitbringt',
  'canvas.hint.sequence_id': 'Die E-Mails der Sequenz folgen im eigenen Takt',
  'canvas.hint.condition': 'Wer den Weg „Ja“ nimmt',
  'canvas.hint.startsOn':
    'Ein Ereignis, ein Segment, in das jemand kommt oder das jemand verlässt, ein Datum jeder Person, ein Zeitplan oder eine Verlängerung',
  'canvas.hint.trigger.field': 'Ein Feld der Art Datum; jede Person beginnt an ihrem eigenen Datum',
  'canvas.hint.trigger.days_before': 'Nur eines von davor und danach; 0 ist das Datum selbst',
  'canvas.hint.trigger.days_after': 'Nur eines von davor und danach',
  'canvas.hint.trigger.local_time': 'Zum Beispiel 09:00',
  'canvas.hint.trigger.timezone': '„person“ für die Uhr jeder Person, oder etwa Europe/Berlin',
  'canvas.hint.trigger.rrule': 'Zum Beispiel FREQ=WEEKLY;BYDAY=MO;BYHOUR=9: jeden Montag um neun',
  'canvas.hint.trigger.segment':
    'Wer darin ist; bei einem Zeitplan alle, die es zu dieser Zeit sind',
  'canvas.hint.trigger.repeat': 'Einmal am Datum selbst, oder auch an seinen Jahrestagen',
  'canvas.hint.arms': 'Alle bekommen zufällig einen dieser Wege, und immer denselben',
  'canvas.hint.seed': 'Entscheidet mit, wer welchen Weg bekommt; leer: der Schlüssel des Ablaufs',
  'canvas.hint.endpoint': 'Der Schlüssel eines Webhook-Endpunkts, wie unter Zustellung zu sehen',
  'canvas.hint.body': 'Was gesendet wird; Texte dürfen Werte nennen, etwa {{ person.email }}',
  'canvas.hint.wait': 'Wartet, bis der Aufruf zugestellt oder aufgegeben ist, mit je einem Weg',
  'canvas.hint.match': 'Nur Ereignisse mit passenden Einzelheiten starten ihn; leer: alle',
  'person.export': 'Exportieren',
  'consents.title': 'Erteilte Einwilligungen',
  'consents.record': 'Einwilligung erfassen',
  'consents.recordText':
    'Eine Einwilligung oder ein Widerruf, die anderswo erklärt wurden, etwa auf Papier. Der Eintrag bleibt für immer und ändert nichts daran, ob die Person E-Mails erhält.',
  'consents.marketing': 'Werbliche E-Mails',
  'consents.kind.given': 'Erteilt',
  'consents.kind.confirmed': 'Bestätigt',
  'consents.kind.withdrawn': 'Widerrufen',
  'consents.kind.imported': 'Importiert',
  'consents.source.preferences': 'Einstellungsseite',
  'consents.source.import': 'Import',
  'consents.source.page': 'Link in einer E-Mail',
  'consents.source.one_click': 'Knopf eines Postfachs',
  'consents.source.api': 'jemand aus dem Team',
  'consents.source.flow': 'ein Ablauf',
  'consents.source.operator': 'jemand aus dem Team',
  'consents.source.form': 'ein Formular',
  'canvas.walkIt': 'Ablauf durchspielen',
  'nothing.late':
    'Nichts ist verspätet. Fällige Arbeit, die noch nicht erledigt ist, steht hier mit dem Grund.',
  'nothing.late.example': '12 E-Mails, fällig seit 9:04: Der Anbieter antwortet langsam.',
  'nothing.holding':
    'Nichts wird zurückgehalten. E-Mails, die auf etwas warten, zählt diese Karte nach Grund.',
  'nothing.holding.example': '340 E-Mails warten, bis um 8:00 das Versandfenster öffnet.',
  'nothing.failed':
    'In 24 Stunden ist nichts fehlgeschlagen. E-Mails, die nicht gesendet werden konnten, zählt diese Karte nach der Antwort.',
  'nothing.failed.example': '3 E-Mails: „550 no such user“.',
  'nothing.parked':
    'Niemand ist angehalten. Personen, die nicht von selbst weiterkommen, zählt diese Karte nach Ablauf.',
  'nothing.parked.example': 'Willkommen: 4 Personen, seit ihr Schritt entfernt wurde.',
  'nothing.inside':
    'Niemand ist in einem Ablauf. Vom startenden Ereignis bis zum Ende werden Personen hier gezählt.',
  'nothing.inside.example': 'Willkommen: 120 Personen.',
  'nothing.changed': 'Nichts wurde geändert. Jede Änderung steht hier mit dem Namen dahinter.',
  'nothing.changed.example': 'Kim hat heute um 10:12 die E-Mail „Willkommen“ geändert.',
  'nothing.byProvider':
    'In diesen Tagen wurde nichts übergeben. Hier steht jeder Anbieter mit dem, was aus seinen E-Mails wurde.',
  'nothing.byProvider.example': 'smtp: 1.200 gesendet, 1.180 zugestellt, 6 unzustellbar.',
  'nothing.bounced':
    'In diesen Tagen kam nichts zurück. Domains, die E-Mails ablehnen, stehen hier mit ihrer letzten Antwort.',
  'nothing.bounced.example': 'example.com: 4 dauerhaft unzustellbar, „550 no such user“.',
  'nothing.webhooks':
    'Es gibt keinen Endpunkt. Webhooks sagen Ihren Programmen, was geschieht. Jede Adresse steht hier mit dem, was nicht zugestellt wurde.',
  'nothing.webhooks.example': 'example.com/postroad, für email.* und person.unsubscribed.',
  'nothing.usedBy':
    'Nichts verweist darauf. Abläufe, Rundschreiben und Einstellungen, die es verwenden, stehen hier.',
  'nothing.usedBy.example': 'Ein Rundschreiben an dieses Segment.',
  'nothing.consents':
    'Nichts ist erfasst. Was jemand erlaubt, bestätigt oder widerruft, steht hier mit dem gelesenen Wortlaut.',
  'nothing.consents.example': '„Ja, schickt mir den Newsletter“, erteilt auf der Messe am 4. Mai.',
  'nothing.onStep':
    'Gerade ist niemand hier. Wer auf diesem Schritt wartet, steht hier, bis es weitergeht.',
  'nothing.onStep.example': 'ada@example.com, bis morgen um 9:00.',
  'nothing.differences':
    'Es gibt keinen Unterschied. Was Änderungen bewirken, steht hier bis zur Veröffentlichung.',
  'nothing.differences.example': '1 hinzugefügt: „Warten“, vor „Eine E-Mail senden“.',
  'nothing.tags': 'Keine Tags. Tags kennzeichnen Personen für Segmente und Bedingungen.',
  'nothing.tags.example': 'kunde, newsletter, beta',
  'value.sent': 'gesendet',
  'value.scheduled': 'geplant',
  'value.holding': 'zurückgehalten',
  'value.held': 'zurückgehalten',
  'value.sending': 'wird gesendet',
  'value.uncertain': 'ungewiss',
  'value.failed': 'fehlgeschlagen',
  'value.waiting': 'wartet',
  'value.skipped': 'übersprungen',
  'value.cancelled': 'abgebrochen',
  'value.canceled': 'abgebrochen',
  'value.delivered': 'zugestellt',
  'value.bounced': 'unzustellbar',
  'value.complained': 'Beschwerde',
  'value.opened': 'geöffnet',
  'value.clicked': 'geklickt',
  'value.queued': 'eingereiht',
  'value.suppressed': 'vom Versand ausgeschlossen',
  'value.draft': 'Entwurf',
  'value.live': 'aktiv',
  'value.paused': 'pausiert',
  'value.active': 'aktiv',
  'value.parked': 'angehalten',
  'value.frozen': 'durch die Pause festgehalten',
  'value.completed': 'abgeschlossen',
  'value.exited': 'verlassen',
  'value.running': 'läuft',
  'value.working': 'läuft',
  'value.done': 'fertig',
  'value.pending': 'ausstehend',
  'value.stopped': 'gestoppt',
  'value.expired': 'abgelaufen',
  'value.met': 'eingetreten',
  'value.waited': 'gewartet',
  'value.marketing': 'werblich',
  'value.transactional': 'transaktional',
  'value.single_run': 'einmal',
  'value.repeat': 'mehrmals',
  'value.given': 'erteilt',
  'value.confirmed': 'bestätigt',
  'value.withdrawn': 'widerrufen',
  'value.imported': 'importiert',
  'value.minutes': 'Minuten',
  'value.hours': 'Stunden',
  'value.days': 'Tage',
  'value.weeks': 'Wochen',
  'value.months': 'Monate',
  'value.amount': 'Dauer',
  'value.setting': 'nach einem Stellwert',
  'value.never': 'nie',
  'value.event': 'ein Ereignis',
  'value.subscription_renewal_approaching': 'eine nahende Verlängerung',
  'value.schedule': 'ein Zeitplan',
  'value.segment': 'ein Segment',
  'value.enters': 'wenn jemand dazukommt',
  'value.leaves': 'wenn jemand es verlässt',
  'value.once': 'einmal',
  'value.monthly': 'jeden Monat',
  'value.yearly': 'jedes Jahr',
  'value.condition': 'eine Bedingung',
  'value.next_occurrence': 'das nächste',
  'value.any_past': 'auch ein früheres',
  'value.string': 'Text',
  'value.number': 'Zahl',
  'value.boolean': 'ja oder nein',
  'value.date': 'Datum',
  'value.flow': 'Ablauf',
  'value.sequence': 'Sequenz',
  'value.broadcast': 'Rundschreiben',
  'value.test': 'Test',
  'value.message': 'Nachricht',
  'value.created': 'angelegt',
  'value.updated': 'geändert',
  'value.deleted': 'gelöscht',
  'value.ok': 'in Ordnung',
  'value.warning': 'Warnung',
  'value.problem': 'Problem',
  'value.error': 'Fehler',
  'value.invalid': 'ungültig',
  'value.receiving': 'wird empfangen',
  'value.sampling': 'wird erprobt',
  'value.decided': 'entschieden',
  'value.undecided': 'unentschieden',
  'value.trialing': 'in der Testphase',
  'value.past_due': 'überfällig',
  'value.inactive': 'nicht aktiv',
  'value.unpaid': 'unbezahlt',
  'value.incomplete': 'unvollständig',
  'value.incomplete_expired': 'nie abgeschlossen',
  'value.ended': 'beendet',
  'value.unknown': 'unbekannt',
  'value.duplicate': 'schon vorhanden',
  'value.absent': 'nicht da',
  'value.loaded': 'geladen',
  'value.ran': 'erledigt',
  'value.branched': 'verzweigt',
  'value.released': 'geht weiter',
  'value.succeeded': 'gelungen',
  'value.unsubscribed': 'abgemeldet',
  'value.any': 'irgendeine',
  'value.suppression.any': 'erhält keine E-Mails',
  'value.suppression.none': 'erhält E-Mails',
  'value.all': 'alle',
  'value.none': 'keine',
  'value.used_mode.all': 'in jedem davon',
  'value.used_mode.any': 'in einem davon',
  'value.used_mode.none': 'in keinem davon',
  'value.scratch': 'neu geschrieben',
  'value.shared': 'gemeinsam verwendet',
  'value.copy': 'Kopie',
  'value.variants': 'Varianten',
  'value.resend_all': 'alle noch einmal',
  'value.once_per_email': 'jede E-Mail einmal',
  'value.repeat_mode.single_run': 'nur ein Durchgang',
  'value.up': 'nach oben',
  'value.down': 'nach unten',
  'value.gone': 'nicht mehr da',
  'value.failing': 'schlägt dauernd fehl',
  'value.by.day': 'Tag',
  'value.by.email': 'E-Mail',
  'value.by.broadcast': 'Rundschreiben',
  'value.by.flow': 'Ablauf',
  'value.by.sequence': 'Sequenz',
  'value.by.step': 'Schritt',
  'value.by.label': 'Label',
  'value.by.link': 'Link',
  'value.by.provider': 'Mailanbieter',
  'value.day_first': 'Tag zuerst',
  'value.month_first': 'Monat zuerst',
  'value.delimiter.,': 'Komma',
  'value.delimiter.;': 'Semikolon',
  'value.delimiter.tab': 'Tabulator',
  'value.delimiter.|': 'senkrechter Strich',
  'value.keep': 'bleibt, wo sie ist',
  'value.move': 'wechselt den Schritt',
  'value.waits_again': 'wartet von vorn',
  'value.resumed': 'geht weiter',
  'value.json': 'JSON',
  'value.outline': 'Gliederung',
  'value.mermaid': 'Mermaid',
  'value.csv': 'CSV',
  'value.ndjson': 'NDJSON',
  'value.typography': 'Schrift',
  'value.colors': 'Farben',
  'value.buttons': 'Knöpfe',
  'value.layout': 'Layout',
  'value.layouts': 'Layouts',
  'value.sequence_step': 'Schritt einer Sequenz',
  'value.checkpoint': 'Zwischenstand',
  'value.activation': 'Aktivierung',
  'value.edit': 'Änderung',
  'value.environment': 'Umgebung',
  'value.token': 'Token',
  'value.local': 'auf dem Rechner',
  'value.engine': 'Postroad selbst',
  'value.run_started': 'begonnen',
  'value.run_ended': 'beendet',
  'value.sequence_started': 'Sequenz begonnen',
  'value.step': 'Schritt',
  'value.send': 'Versand',
  'value.note': 'Notiz',
  'value.create': 'neu',
  'value.update': 'geändert',
  'value.unchanged': 'gleich',
  'value.behind': 'nur hier geändert',
  'value.sends': 'Versand',
  'value.runs': 'Durchläufe',
  'value.sequences': 'Sequenzen',
  'value.broadcasts': 'Rundschreiben',
  'value.renewals': 'Verlängerungen',
  'value.opt_outs': 'Abmeldungen',
  'value.row': 'ganze Zeile',
  'value.cell': 'einzelne Zelle',
  'value.converted': 'Ziel erreicht',
  'value.random': 'beliebige Person',
  'value.refuse': 'Import ablehnen',
  'value.ignore': 'weglassen',
  'value.other_columns.fields': 'eigene Felder anlegen',
  'value.people': 'Personen',
  'value.flows': 'Abläufe',
  'value.emails': 'E-Mails',
  'value.segments': 'Segmente',
  'value.guards': 'Sperren',
  'value.templates': 'Layouts',
  'value.themes': 'Designs',
  'value.components': 'Bausteine',
  'value.products': 'Produkte',
  'value.fields': 'Felder',
  'value.tags': 'Tags',
  'value.event_types': 'Ereignisarten',
  'value.under_way': 'schon dabei',
  'value.ran_before': 'schon durchlaufen',
  'value.not_renewal_trigger': 'beginnt nicht mit einer Verlängerung',
  'value.unknown_product': 'unbekanntes Produkt',
  'value.no_person': 'keine Person',
  'value.ambiguous': 'mehrdeutig',
  'value.not_active': 'nicht aktiv',
  'value.scheduled_cancel': 'zum Ende des Zeitraums gekündigt',
  'value.missing_date': 'Datum fehlt',
  'value.missing_amount': 'Betrag fehlt',
  'value.already_sent': 'schon gesendet',
  'value.already_enrolled': 'schon im Ablauf',
  'value.same_cycle': 'schon in diesem Zeitraum',
  'value.unresolved_time': 'Uhrzeit nicht bestimmbar',
  'value.past_target': 'Zeitpunkt vorbei',
  'value.scope.events': 'Ereignisse erfassen',
  'value.scope.read': 'lesen',
  'value.scope.draft': 'Entwürfe anlegen',
  'value.scope.send': 'einzelne Nachrichten senden',
  'value.scope.write': 'ändern und senden',
  'value.scope.admin': 'alles, auch Verwaltung',
  'value.api': 'API',
  'value.http': 'HTTP',
  'value.mcp': 'MCP',
  'value.cli': 'Kommandozeile',
  'value.console': 'Konsole',
  'value.submission': 'SMTP',
  'value.hold': 'zurückhalten',
  'value.skip': 'überspringen',
  'value.seconds': 'Sekunden',
  'value.index': 'Übersicht',
  'value.author': 'Einen Ablauf schreiben',
  'value.trigger': 'Auslöser',
  'value.renewal': 'Verlängerung',
  'value.conditions': 'Bedingungen',
  'value.duration': 'Dauer',
  'value.theme': 'Design',
  'value.settings': 'Einstellungen',
  'value.send_windows': 'Versandfenster',
  'value.preferences': 'Einstellungsseite',
  'value.liquid': 'Liquid',
  'value.email': 'E-Mail',
  'value.events': 'Ereignisse',
  'value.definitions': 'Definitionen',
  'value.issues': 'Probleme',
  'value.limits': 'Grenzen',
  'value.steps': 'Schritte',
  'value.off': 'aus',
  'value.hashed': 'als Prüfsumme',
  'value.kept': 'behalten',
  'value.person': 'Person',
  'value.automation': 'Automatisierung',
  'hint.create_sequence.steps':
    'Neue Schritte; email ist ein Schlüssel oder eine neue E-Mail mit Betreff und Text',
  'hint.update_sequence.steps':
    'Neue Schritte; email ist ein Schlüssel oder eine neue E-Mail mit Betreff und Text',
  'hint.record_consent.source': 'Wo sie gegeben wurde, etwa Messe 2026',
  'hint.record_consent.purpose': 'marketing oder die Kennung eines Schalters der Einstellungsseite',
  'message.open': 'E-Mail öffnen',
  'message.cancel': 'Nachricht abbrechen',
  'signUp.preview': 'Die Seite, wie sie jetzt ist',
  'signUp.pageOf': 'Seite des Formulars „{name}“',
  'signUp.openPage': 'Seite öffnen',
  'signUp.off': 'Das Formular ist aus: Besucher lesen, dass es hier keines gibt.',
  'signUp.switchOn': 'Einschalten',
  'signUp.embed': 'Auf Ihrer Website',
  'signUp.address': 'Die Adresse der Seite',
  'signUp.link': 'Ein Link zur Seite',
  'signUp.script': 'Felder auf einer eigenen Seite, mit unserem Skript',
  'signUp.copy': 'Kopieren',
  'signUp.copyOne': 'Kopieren: {label}',
  'signUp.copied': 'Kopiert.',
  'signUp.selected': 'Ausgewählt: Kopieren Sie es mit der Tastatur.',
  'signUp.email': 'E-Mail',
  'signUp.submit': 'Anmelden',
  'signUp.noSite': 'Die Felder funktionieren nur auf erlaubten Websites, und es gibt keine.',
  'signUp.allow': 'Ihre Website erlauben',
  'signUp.afterwards': 'Nach der Anmeldung',
  'signUp.afterwardsText':
    'Jede bestätigte Anmeldung erfasst ein Ereignis, mit dem ein Ablauf beginnen kann, etwa einer zur Begrüßung:',
  'signUp.startFlow': 'Ablauf damit beginnen',
  'signUp.facts': 'Alles über das Formular',
  'signUp.sites': 'Die Felder funktionieren auf {sites}.',
  'email.preview': 'So sieht sie aus',
  'email.languages': 'Sprachen',
  'email.ownWords': 'Original',
  'email.facts': 'Alles über sie',
  'email.addLanguage': 'Sprache hinzufügen',
  'email.languageTag': 'Sprache',
  'email.languageUnknown':
    'So heißt keine Sprache. Schreiben Sie ihren Namen oder ihr Kürzel, etwa de oder pt-BR.',
  'email.languageHint':
    'Wer im Feld „language“ eine dieser Sprachen hat, etwa de, liest sie; alle anderen lesen das Original.',
  'email.layout': 'Layout',
  'email.defaultLayout': 'Das Standardlayout',
  'email.noEvent': 'keines',
  'new.emails': 'Neue E-Mail',
  'new.emails.lead': 'Der Text kommt danach, in einem Editor, der die Mail daneben zeigt.',
  'new.emails.create': 'Anlegen und schreiben',
  'new.emails.all': 'Alle Optionen',
  'new.layouts': 'Neues Layout',
  'new.layouts.lead':
    'Es beginnt wie das mitgelieferte; danach ändern Sie sein HTML und CSS neben einer Mail.',
  'new.layouts.create': 'Anlegen und ändern',
  'new.layouts.all': 'Alle Optionen',
  'new.forms': 'Neues Anmeldeformular',
  'new.forms.lead':
    'Das lesen Besucher. Danach kommen die Seite des Formulars und der Code für Ihre Website.',
  'new.forms.create': 'Formular anlegen',
  'new.forms.all': 'Alle Optionen',
  'email.nobody':
    'Die Mail erscheint so, wie eine Ihrer Personen sie bekommt, aber es gibt noch niemanden.',
  'email.addYourself': 'Legen Sie sich selbst an: Geben Sie hier Ihre Adresse ein.',
  'email.asWhom': 'Als welche Person und nach welchem Ereignis',
  'email.shownTo': 'als {email}',
  'email.part.html': 'Bild',
  'email.part.text': 'Text',
  'email.part.source': 'Quelltext',
  'email.width': 'Breite',
  'email.pixels': '{n} px',
  'email.scheme': 'Hell oder dunkel',
  'email.scheme.light': 'Hell',
  'email.scheme.dark': 'Dunkel',
  'email.oldPreview': 'So war die Mail vor der letzten Änderung, die einen Fehler hat.',
  'email.inInbox': 'Im Posteingang',
  'email.noSubject': 'Noch kein Betreff',
  'email.ofSequence': '{name}, Schritt {position}',
  'email.unused':
    'Noch sendet sie nichts. Abläufe, Sequenzen und Rundschreiben, die es tun, stehen hier.',
  'email.noneQueued': 'Keine Mail davon wartet auf den Versand.',
  'email.queued.one': '{n} Mail wartet auf den Versand',
  'email.queued.other': '{n} Mails warten auf den Versand',
  'email.queuedText': 'und geht so hinaus, wie die E-Mail dann ist.',
  'email.figures': 'Zahlen',
  'email.links': 'Klicks je Link',
  'email.link': 'Link',
  'email.versions': 'Was sich geändert hat',
  'email.noVersions': 'Noch nichts wurde geändert.',
  'email.allVersions': 'Alles davon im Verlauf',
  'email.settings': 'Absender, Labels und mehr',
  'email.test': 'Test senden',
  'email.testTo': 'An',
  'email.testText':
    'Ihre eigene Adresse oder mehrere mit Leerzeichen dazwischen. Gesendet wird, was gespeichert ist.',
  'email.testUnsaved':
    'Es gibt Änderungen, die nicht gespeichert sind. Speichern Sie zuerst, sonst geht der Test ohne sie hinaus.',
  'email.testKept':
    'Noch ist kein Mailanbieter verbunden, deshalb ging nichts hinaus: Die Mail liegt im Postfach dieses Dienstes.',
  'email.openMailbox': 'Postfach öffnen',
  'email.testSend': 'Senden',
  'email.draft': 'Ein Entwurf wartet',
  'email.draftText':
    'Er liegt neben der E-Mail, und nichts davon wird gesendet, bevor er veröffentlicht ist.',
  'email.draftSaved': 'Gespeichert:',
  'email.draftBehind':
    'Die E-Mail wurde geändert, seit der Entwurf begonnen wurde; deshalb kann er so nicht veröffentlicht werden. Setzen Sie ihn zuerst auf den jetzigen Stand der E-Mail; was andere geändert haben, bleibt.',
  'email.draftMeets':
    'Hier wurde sowohl im Entwurf als auch in der E-Mail etwas geändert. Der Entwurf bleibt, außer wo Sie den Stand der E-Mail übernehmen.',
  'email.draftLive': 'Die E-Mail jetzt',
  'email.draftOwn': 'Der Entwurf',
  'email.draftTakeLive': 'Stand der E-Mail übernehmen',
  'email.draftPutOn': 'Entwurf auf den jetzigen Stand der E-Mail setzen',
  'email.draftOnly':
    'Ihr Token darf nur Entwürfe machen: Was Sie speichern, liegt als Entwurf neben der E-Mail und wird erst gesendet, wenn ihn jemand veröffentlicht.',
  'email.draftLook': 'Wie die Mail aussähe',
  'email.archived': 'Sie ist archiviert: Nichts sendet sie, bis sie wiederhergestellt wird.',
  'leave.title': 'Ohne Speichern verlassen?',
  'leave.text':
    'Was Sie hier geändert haben, ist nicht gespeichert. Es geht verloren, wenn Sie die Seite verlassen.',
  'leave.stay': 'Hier bleiben',
  'leave.go': 'Ohne Speichern verlassen',
  'editor.completions': 'Was hier stehen kann',
  'editor.problems': 'Probleme',
  'editor.noProblems': 'Keine Probleme',
  'editor.hint':
    'Strg+Leertaste schlägt Variablen, Tags und Bausteine vor. F8 geht zum nächsten Problem.',
  'editor.drop': 'Änderungen verwerfen',
  'editor.unsaved': 'Noch nicht gespeichert',
  'editor.saved': 'Alles ist gespeichert',
  'content.noEmail': 'Es gibt noch keine E-Mail, mit der es gezeigt werden kann.',
  'content.shownWith': 'Gezeigt mit der E-Mail',
  'content.defaultTheme': 'Das Standarddesign',
  'content.reaches.one': 'Beim Speichern wird {n} E-Mail neu erzeugt.',
  'content.reaches.other': 'Beim Speichern werden {n} E-Mails neu erzeugt.',
  'content.andMore': 'und {n} weitere',
  'content.recompiling': '{done} von {total} E-Mails sind neu erzeugt; vorher geht keine hinaus.',
  'content.recompilingLabel': 'Neu erzeugte E-Mails',
  'content.unused':
    'Noch nirgends verwendet. E-Mails, Layouts und Bausteine, die damit arbeiten, stehen hier.',
  'theme.group.colors': 'Farben',
  'theme.group.buttons': 'Knöpfe',
  'theme.group.typography': 'Schrift',
  'theme.group.layout': 'Maße',
  'theme.fromAccent': 'Mit einer Farbe beginnen',
  'theme.fromAccentText':
    'Erzeugt aus einer Farbe alle, hell und dunkel, sodass jeder Text lesbar ist. Jede lässt sich danach ändern.',
  'theme.accent': 'Akzentfarbe',
  'theme.pages': 'Die Seiten für Empfänger und die Formulare haben eine eigene Farbe:',
  'theme.useAccent': 'Farben erzeugen',
  'theme.hexOf': '{name}, als Hex',
  'theme.lengthOf': '{name}, als Text',
  'theme.asBody': 'Wie der Fließtext',
  'theme.contrast': 'Kontrast:',
  'theme.lowContrast': 'Schwer zu lesen, 4,5 genügt:',
  'theme.ratio': '{scheme} {ratio}',
  'theme.contrastOn': 'auf „{name}“',
  'theme.variable.body_font_stack': 'Schrift des Textes',
  'theme.variable.headline_font_stack': 'Schrift der Überschriften',
  'theme.variable.email_background_color': 'Hintergrund der Mail',
  'theme.variable.content_background_color': 'Hintergrund des Inhalts',
  'theme.variable.heading_color': 'Überschriften',
  'theme.variable.body_text_color': 'Text',
  'theme.variable.muted_text_color': 'Gedämpfter Text',
  'theme.variable.link_color': 'Links',
  'theme.variable.hr_color': 'Trennlinie',
  'theme.variable.content_border_color': 'Rand des Inhalts',
  'theme.variable.button_primary_background_color': 'Hauptknopf',
  'theme.variable.button_primary_text_color': 'Text des Hauptknopfs',
  'theme.variable.button_secondary_background_color': 'Zweiter Knopf',
  'theme.variable.button_secondary_text_color': 'Text des zweiten Knopfs',
  'theme.variable.button_tertiary_background_color': 'Dritter Knopf',
  'theme.variable.button_tertiary_text_color': 'Text des dritten Knopfs',
  'theme.variable.button_border_radius': 'Ecken der Knöpfe',
  'theme.variable.content_max_width': 'Breite des Inhalts',
  'theme.variable.content_border_thickness': 'Stärke des Rands',
  'theme.variable.content_border_radius': 'Ecken des Inhalts',
  'theme.variable.hr_thickness': 'Stärke der Trennlinie',
  'theme.variable.content_padding_top': 'Abstand innen oben',
  'theme.variable.content_padding_sides': 'Abstand innen seitlich',
  'theme.variable.content_padding_bottom': 'Abstand innen unten',
  'theme.variable.content_margin_top': 'Abstand außen oben',
  'theme.variable.content_margin_sides': 'Abstand außen seitlich',
  'theme.variable.content_margin_bottom': 'Abstand außen unten',
  'canvas.publishAndActivate': 'Veröffentlichen und aktivieren',
  'canvas.activate.says':
    'Der Ablauf ist nicht aktiv. Wenn Sie ihn mit den Änderungen aktivieren, beginnt er für alle, deren Ereignis von da an eintrifft.',
  'canvas.label': 'Schritte von {name}',
  'canvas.layers': 'Ebenen',
  'canvas.layer.people': 'Personen',
  'canvas.trigger': 'Start',
  'canvas.end': 'Abgeschlossen',
  'canvas.nothing': 'nichts',
  'canvas.addHere': 'Schritt hier einfügen',
  'canvas.activate': 'Aktivieren',
  'canvas.pause': 'Pausieren',
  'canvas.takes.single_run': 'jede Person einmal',
  'canvas.takes.repeat': 'jede Person mehrmals',
  'canvas.inside.one': '{n} Person darin',
  'canvas.inside.other': '{n} Personen darin',
  'canvas.errors.one': '{n} Fehler',
  'canvas.errors.other': '{n} Fehler',
  'canvas.warnings.one': '{n} Warnung',
  'canvas.warnings.other': '{n} Warnungen',
  'canvas.people.one': '{n} Person',
  'canvas.people.other': '{n} Personen',
  'canvas.parkedShort': '{n} angehalten',
  'canvas.match': 'Nur mit diesen Einzelheiten',
  'canvas.match.detail': 'Einzelheit',
  'canvas.match.add': 'Vergleich hinzufügen',
  'canvas.match.remove': 'Entfernen',
  'canvas.values.add': 'Wert hinzufügen',
  'canvas.hint.onlyMatching': 'Andere Ereignisse dieses Namens zählen nicht',
  'canvas.waitFor': 'Wartet',
  'canvas.waitFor.duration': 'Eine Zeit lang',
  'canvas.waitFor.until': 'Bis zu einer Uhrzeit',
  'canvas.waitFor.until_field': 'Bis zu einem Datum der Person',
  'canvas.weekdays': 'Wochentage',
  'canvas.hint.weekdays': 'Keiner: jeden Tag',
  'canvas.hint.clock': 'Etwa 09:00',
  'canvas.clock': 'Nach der Uhr',
  'canvas.clock.person': 'der Person, sonst des Kontos',
  'canvas.clock.account': 'des Kontos',
  'canvas.noDates': 'Noch kein Feld enthält ein Datum: Legen Sie eines in den Einstellungen an.',
  'canvas.side': 'Vorher oder nachher',
  'canvas.side.before': 'Vor diesem Datum',
  'canvas.side.after': 'Nach diesem Datum',
  'canvas.retryParked': 'Angehaltene fortfahren lassen',
  'canvas.peopleHere': 'Personen bei diesem Schritt',
  'canvas.peopleInside': 'Wer im Ablauf ist',
  'canvas.until': 'bis',
  'canvas.trace': 'Verlauf',
  'canvas.status.active': 'unterwegs',
  'canvas.status.parked': 'angehalten',
  'canvas.status.frozen': 'durch die Pause festgehalten',
  'canvas.goneSteps':
    'Einige Personen stehen bei Schritten, die es in diesem Ablauf nicht mehr gibt:',
  'canvas.goneStep': 'Schritt {id}: {people}',
  'canvas.figure.sent': 'Gesendet',
  'canvas.figure.opened': 'Geöffnet',
  'canvas.figure.clicked': 'Geklickt',
  'canvas.figure.converted': 'Ziel erreicht',
  'canvas.figure.failed': 'Fehlgeschlagen',
  'canvas.goals': 'Ziele',
  'canvas.goal.within': 'Frist: {time}',
  'canvas.goal.stays': 'wer es erreicht, bleibt im Ablauf',
  'canvas.goal.exits': 'Wer es erreicht, verlässt den Ablauf',
  'canvas.addGoal': 'Ziel hinzufügen',
  'canvas.removeGoal': 'Dieses Ziel entfernen',
  'canvas.hint.goal': 'Wird der Grund der Durchläufe, die es beendet',
  'canvas.hint.tunable': 'Eine Zeit mit einem Namen; die Einstellungen haben sie unter Stellwerte',
  'canvas.hint.within': 'Ab dem Start; leer: bis 7 Tage nach dem Ende',
  'canvas.converted.one': '{n} E-Mail führte zum Ziel',
  'canvas.converted.other': '{n} E-Mails führten zum Ziel',
  'canvas.onEvent': 'Wenn {name} eintritt',
  'canvas.onEventMatching': 'Wenn {name} mit passenden Einzelheiten eintritt',
  'canvas.onRenewal': 'Vor einer Verlängerung',
  'canvas.onSchedule': 'Nach Plan, für alle in {name}',
  'canvas.onEnter': 'Wenn jemand in {name} kommt',
  'canvas.onLeave': 'Wenn jemand {name} verlässt',
  'canvas.onDate': 'Am Datum in {name}',
  'canvas.dayBefore': '{n} Tag vor dem Datum in {name}',
  'canvas.daysBefore': '{n} Tage vor dem Datum in {name}',
  'canvas.dayAfter': '{n} Tag nach dem Datum in {name}',
  'canvas.daysAfter': '{n} Tage nach dem Datum in {name}',
  'canvas.type.send_email': 'E-Mail senden',
  'canvas.type.delay': 'Warten',
  'canvas.type.if_else': 'Verzweigung',
  'canvas.type.split': 'Zufällig aufteilen',
  'canvas.type.gate': 'Auf etwas warten',
  'canvas.type.add_tag': 'Tag vergeben',
  'canvas.type.remove_tag': 'Tag entfernen',
  'canvas.type.set_field': 'Feld setzen',
  'canvas.type.fire_event': 'Ereignis auslösen',
  'canvas.type.start_sequence': 'Sequenz starten',
  'canvas.type.call_webhook': 'Webhook aufrufen',
  'canvas.type.exit_flow': 'Ablauf verlassen',
  'canvas.arm.then': 'Ja',
  'canvas.arm.else': 'Nein',
  'canvas.arm.met': 'Eingetreten',
  'canvas.arm.expired': 'Abgelaufen',
  'canvas.holdout': 'Kontrollgruppe',
  'canvas.holdout.hint': 'Kontrollgruppe: wer diesen Weg bekommt, verlässt den Ablauf hier',
  'canvas.addArm': 'Weg hinzufügen',
  'canvas.removeArm': 'Diesen Weg entfernen',
  'canvas.armPeople': 'Personen je Weg',
  'canvas.heldOut': 'Durchläufe, die in der Kontrollgruppe endeten',
  'canvas.arm.succeeded': 'Zugestellt',
  'canvas.arm.failed': 'Nicht zugestellt',
  'canvas.minutes.one': '{n} Minute',
  'canvas.minutes.other': '{n} Minuten',
  'canvas.hours.one': '{n} Stunde',
  'canvas.hours.other': '{n} Stunden',
  'canvas.days.one': '{n} Tag',
  'canvas.days.other': '{n} Tage',
  'canvas.weeks.one': '{n} Woche',
  'canvas.weeks.other': '{n} Wochen',
  'canvas.setting': '„{name}“',
  'canvas.waitEvent': 'auf {name}',
  'canvas.waitCondition': 'auf eine Bedingung',
  'canvas.untilTime': 'bis {time}',
  'canvas.beforeField': '{time} vor {field}',
  'canvas.afterField': '{time} nach {field}',
  'canvas.quoted': '„{title}“',
  'canvas.withinDays.one': 'binnen {n} Tag',
  'canvas.withinDays.other': 'binnen {n} Tagen',
  'canvas.atMost': 'höchstens {time}',
  'canvas.and': 'und',
  'canvas.or': 'oder',
  'canvas.not': 'nicht',
  'canvas.layer.tests': 'Tests',
  'canvas.layer.difference': 'Unterschied',
  'canvas.emailNumber': 'E-Mail {id}',
  'canvas.sequenceNumber': 'Sequenz {id}',
  'canvas.diff.from': 'Von',
  'canvas.diff.to': 'Bis',
  'canvas.diff.live': 'Der aktive Stand',
  'canvas.diff.draft': 'Der Entwurf',
  'canvas.diff.unchanged': 'An diesem Schritt ist nichts anders.',
  'canvas.diff.added': 'neu',
  'canvas.diff.removed': 'entfernt',
  'canvas.diff.moved': 'verschoben',
  'canvas.diff.changed': 'geändert',
  'canvas.diff.count.added': '{n} neu',
  'canvas.diff.count.removed': '{n} entfernt',
  'canvas.diff.count.moved': '{n} verschoben',
  'canvas.diff.count.changed': '{n} geändert',
  'canvas.diff.peopleOnRemoved': 'Bei Schritten, die entfernt werden: {people}.',
  'canvas.rollback': 'Auf Version {n} zurücksetzen',
  'canvas.layer.walk': 'Probelauf',
  'walk.person': 'Person',
  'walk.personHint': 'Adresse oder Name',
  'walk.nobody': 'Niemand gefunden.',
  'walk.addSomebody': 'Mit einer Adresse legen Sie jemanden an.',
  'walk.several': 'Das passt auf mehrere Personen. Wählen Sie eine aus der Liste.',
  'walk.addPerson': '{email} anlegen',
  'walk.event': 'Ereignis',
  'walk.eventHint': 'keines: beim ersten Schritt beginnen',
  'walk.details': 'Einzelheiten des Ereignisses',
  'walk.badDetails':
    'Geben Sie die Einzelheiten als ein JSON-Objekt an, etwa {"plan": "pro"}, oder lassen Sie sie weg.',
  'walk.takeDetails': 'Wie es wirklich eintraf am',
  'walk.play': 'Abspielen',
  'walk.teaches':
    'Wählen Sie eine Person und drücken Sie auf „Abspielen“. Sie sehen, welchen Weg sie nimmt und warum, entscheiden bei jedem Warten, was geschieht, und lesen die Mails so, wie sie aussähen. Nichts wird gesendet und nichts geändert.',
  'walk.what': 'Was durchlaufen wird',
  'walk.live': 'Der Ablauf, wie er ist',
  'walk.draft': 'Mit den Änderungen des Entwurfs',
  'walk.log': 'Der Probelauf, Schritt für Schritt',
  'walk.values': 'Was geprüft wurde',
  'walk.holds': 'trifft zu',
  'walk.fails': 'trifft nicht zu',
  'walk.saw': 'der Wert ist {value}',
  'walk.noValue': 'leer',
  'walk.outcome.ran': 'erledigt',
  'walk.outcome.branched': 'verzweigt',
  'walk.outcome.waiting': 'wartet',
  'walk.outcome.released': 'geht weiter',
  'walk.outcome.exited': 'verlässt den Ablauf',
  'walk.outcome.skipped': 'übersprungen',
  'walk.outcome.parked': 'angehalten',
  'walk.here': 'wartet hier',
  'walk.undelivered': 'Würde nicht zugestellt',
  'walk.waitsOn': '{email} wartet bei „{name}“',
  'walk.whatHappens': 'Was geschieht?',
  'walk.until': 'bis {time}',
  'walk.timePasses': 'Die Zeit vergeht',
  'walk.eventComes': '{name} trifft ein',
  'walk.becomesTrue': 'Die Bedingung trifft zu',
  'walk.callSucceeds': 'Der Aufruf wird zugestellt',
  'walk.callFails': 'Der Aufruf wird nicht zugestellt',
  'walk.expires': 'Die Frist läuft ab',
  'walk.untilEnd': 'Den Rest der Zeit überlassen',
  'walk.back': 'Einen Schritt zurück',
  'walk.fromStart': 'Von vorn',
  'walk.completed': '{email} hat den Ablauf durchlaufen',
  'walk.notStarted': 'Der Ablauf beginnt für {email} nicht',
  'walk.stopped': 'Für {email} geht es nicht weiter',
  'walk.mails': 'Mails an {email}, wie sie aussähen',
  'canvas.layer.edit': 'Bearbeiten',
  'canvas.addStep': 'Schritt einfügen',
  'canvas.addAfter': 'Danach einfügen',
  'canvas.move.up': 'Nach oben',
  'canvas.move.down': 'Nach unten',
  'canvas.move.out': 'Aus der Verzweigung',
  'canvas.move.in': 'In die Verzweigung',
  'canvas.duplicate': 'Duplizieren',
  'canvas.delete': 'Löschen',
  'canvas.redo': 'Wiederholen',
  'canvas.saveDraft': 'Entwurf speichern',
  'canvas.draftText': 'Das ist der Entwurf; der Ablauf läuft ohne ihn, bis er veröffentlicht ist.',
  'canvas.dropDraft': 'Entwurf verwerfen',
  'canvas.saved': 'Alles ist gespeichert.',
  'canvas.unsaved': 'Noch nicht gespeichert.',
  'canvas.takeSaved': 'Mit dem gespeicherten Stand weitermachen, ohne diese Änderungen',
  'canvas.fix.use': '„{name}“ eintragen',
  'canvas.fix.open': 'Zum Feld',
  'canvas.fix.apply': 'Beheben',
  'canvas.publish': 'Veröffentlichen',
  'canvas.publish.inside.one':
    '{n} Person ist darin. Bei Schritten, die hier nicht stehen, bleibt alles, wie es ist.',
  'canvas.publish.inside.other':
    '{n} Personen sind darin. Bei Schritten, die hier nicht stehen, bleibt alles, wie es ist.',
  'canvas.publish.mail.one': '{n} Mail in der Warteschlange geht wie bisher hinaus.',
  'canvas.publish.mail.other': '{n} Mails in der Warteschlange gehen wie bisher hinaus.',
  'canvas.publish.over': 'Was sich geändert hat, mit dieser Bearbeitung überschreiben',
  'canvas.publish.park': 'Diese Schritte entfernen, obwohl dort Personen stehen',
  'canvas.effect.parked': 'die Personen dort werden angehalten',
  'canvas.effect.waits_again': 'die Personen dort warten nach den neuen Regeln',
  'canvas.effect.resumed': 'die Personen dort gehen weiter',
  'canvas.keys':
    'In der Zeichnung: Pfeiltasten bewegen den Fokus, Enter öffnet, Einfg oder + fügt ein, Alt mit Pfeil verschiebt, Strg+D dupliziert, Entf löscht, Strg+Z macht rückgängig.',
  'history.settingsChanged': 'Einstellungen geändert: {names}',
  'history.title': 'Verlauf',
  'history.differences': 'Was sich geändert hat',
  'history.field': 'Feld',
  'history.before': 'Vorher',
  'history.after': 'Nachher',
  'history.nothing': 'Am Eintrag selbst hat sich nichts geändert.',
  'history.open': 'In {noun} öffnen',
  'history.facts': 'Alles über diese Änderung',
  'history.what':
    'Jede Änderung an dem, was der Dienst tut, und wer sie gemacht hat. Die letzte Änderung eines Eintrags lässt sich zurücknehmen; eine ältere öffnen Sie, um zurückzuholen, was vor ihr war.',
  'history.putBack': 'Zurückholen, was davor war',
  'settings.parts': 'Teile der Einstellungen',
  'settings.part.profile': 'Profil',
  'settings.part.windows': 'Versandfenster',
  'settings.part.tunables': 'Stellwerte',
  'settings.part.pages': 'Seiten für Leser',
  'settings.part.forms': 'Formulare',
  'settings.part.access': 'Personen und Token',
  'settings.part.other': 'Alles Übrige',
  'settings.profileLead': 'Wer schreibt: Name, Absender und Zeitzone dieses Kontos.',
  'settings.lists': 'Listen des Kontos',
  'settings.other': 'Alles Übrige',
  'settings.otherLead':
    'Die Postanschrift unter jeder E-Mail, das Tempo von Rundschreiben und was wie lange aufbewahrt wird.',
  'settings.discard': 'Verwerfen',
  'settings.remove': 'Entfernen',
  'settings.saveAnyway': 'Trotzdem speichern',
  'settings.others':
    'Das hat inzwischen jemand anderes geändert: {names}. Speichern setzt Ihre Fassung an die Stelle der anderen.',
  'settings.move.one':
    '{n} Person, die auf etwas wartet, geht zu einer anderen Zeit weiter: Die neue Zeit zählt ab der Ankunft.',
  'settings.move.other':
    '{n} Personen, die auf etwas warten, gehen zu einer anderen Zeit weiter: Die neue Zeit zählt ab der Ankunft.',
  'settings.keep.one': '{n} Person in einer Wartezeit behält die Zeit, die bei der Ankunft galt.',
  'settings.keep.other': '{n} Personen in Wartezeiten behalten die Zeit, die bei der Ankunft galt.',
  'windows.title': 'Wann Mails hinausgehen dürfen',
  'windows.lead':
    'Mails, die außerhalb ihres Fensters fällig werden, warten, bis es sich öffnet. Für jedes Label gilt die erste Regel.',
  'windows.none': 'Keine Regel: Mails gehen hinaus, sobald sie fällig sind, Tag und Nacht.',
  'windows.all': 'alle E-Mails',
  'windows.forAll': 'Alle E-Mails',
  'windows.forLabel': 'E-Mails mit dem Label {name}',
  'windows.label': 'Label',
  'windows.labelHint': 'Leer: alle E-Mails',
  'windows.start': 'Von',
  'windows.end': 'Bis',
  'windows.zone': 'Uhr',
  'windows.zone.account': 'des Kontos',
  'windows.zone.person': 'jeder Person',
  'windows.days': 'Tage für {name}',
  'windows.removeOf': 'Entfernen: {name}',
  'windows.add': 'Fenster hinzufügen',
  'caps.title': 'Wie viel eine Person bekommt',
  'caps.lead':
    'Eine Obergrenze zählt die Mails an eine Person in jedem Zeitraum dieser Länge. Transaktionsmails sind nie begrenzt.',
  'caps.none': 'Keine Obergrenze: Jede Person bekommt, was fällig ist.',
  'caps.max': 'E-Mails höchstens',
  'caps.per': 'Zeitraum',
  'caps.then': 'Eine mehr',
  'caps.then.hold': 'wartet',
  'caps.then.skip': 'entfällt',
  'caps.add': 'Obergrenze hinzufügen',
  'tunables.title': 'Stellwerte',
  'tunables.lead':
    'Zeiten mit einem Namen. Schritte, die warten, verweisen darauf, sodass eine Änderung hier in allen Abläufen wirkt.',
  'tunables.none': 'Noch kein Stellwert. Ein Beispiel: nudge_after, 5 Tage.',
  'tunables.unused': 'Kein Schritt wartet darauf.',
  'tunables.people.one': '{n} Person wartet',
  'tunables.people.other': '{n} Personen warten',
  'tunables.newName': 'Neuer Stellwert',
  'tunables.nameHint': 'Buchstaben, Ziffern, _ und -',
  'tunables.taken': 'Diesen Namen gibt es schon.',
  'tunables.add': 'Hinzufügen',
  'tunables.amount': 'Anzahl',
  'tunables.unit': 'Einheit',
  'pages.title': 'Seiten für Leser',
  'pages.lead':
    'Was ein Link zum Abmelden oder zu den Einstellungen öffnet. Das Telefon zeigt jede Änderung sofort.',
  'pages.colorHint': 'Eine Hex-Farbe wie #2f6f4e; leer: das übliche Blau',
  'pages.urlHint': 'Leer: die hier gezeigte Seite',
  'pages.preferences': 'Einstellungen der Leser',
  'pages.unsubscribe': 'Abmelden',
  'pages.enabled': 'Leser wählen, was sie bekommen',
  'pages.toggle': 'Ein Schalter',
  'pages.newToggle': 'Newsletter',
  'pages.addToggle': 'Schalter hinzufügen',
  'pages.toggleLabel': 'Beschriftung',
  'pages.toggleAbout': 'Erklärung',
  'pages.toggleTag': 'Tag',
  'pages.toggleTagHint': 'Wer ihn einschaltet, hat das Tag',
  'pages.toggleOther':
    'Dieser Schalter setzt mehr als ein Tag; bearbeiten Sie ihn mit der Operation „Einstellungen: Bearbeiten“.',
  'pages.defaultTab': 'Zuerst gezeigt',
  'pages.texts': 'Texte',
  'pages.preview': 'Auf einem Telefon',
  'pages.states': 'Zustände der Seite',
  'pages.state.unsubscribe': 'Abmelden',
  'pages.state.preferences': 'Auswahl',
  'pages.state.unsubscribed': 'Danach',
  'pages.state.resubscribed': 'Wieder dabei',
  'pages.language': 'Sprache der Leserin oder des Lesers',
  'access.title': 'Personen und Programme',
  'access.lead':
    'Alle hier haben ein Token. Eine Person meldet sich mit einem Link an, der einmal gilt; ein Programm sendet sein Geheimnis.',
  'access.invite': 'Person einladen',
  'access.inviteText':
    'Sie meldet sich mit einem Link unter ihrem Namen an. Der Verlauf zeigt, wer was geändert hat.',
  'access.newToken': 'Neues Token für ein Programm',
  'access.newTokenText': 'Das Geheimnis wird einmal gezeigt.',
  'access.link': 'Link zum Anmelden',
  'access.linkText': 'Er gilt einmal. Senden Sie ihn nur an diese Person.',
  'access.secret': 'Geheimnis des Tokens',
  'access.secretText': 'Es wird nur jetzt gezeigt. Legen Sie es dort ab, wo das Programm es liest.',
  'access.name': 'Name',
  'access.may': 'Darf',
  'access.by': 'Angelegt von',
  'access.used': 'Zuletzt benutzt',
  'access.until': 'Bis',
  'access.never': 'nie',
  'access.noEnd': 'ohne Ende',
  'access.makeLink': 'Link erzeugen',
  'access.linkFor': 'Anmeldelink für {name} erzeugen',
  'access.revoke': 'Widerrufen',
  'access.revokeOf': 'Widerrufen: {name}',
  'access.none':
    'Außer dem Betreiber hat noch niemand ein Token. Laden Sie jemanden ein, oder legen Sie ein Token für ein Programm an.',
  'access.notSeen': 'Um zu sehen, wer ein Token hat, braucht Ihr Token die Berechtigung {scope}.',
  'access.all': 'Alle Token, auch widerrufene',
  'review.title': 'Prüfen',
  'review.lead':
    'Vergleicht einen Ordner mit Definitionsdateien mit diesem Konto: was sich ändern würde, was daran falsch ist und wie geänderte Abläufe jemanden behandeln würden. Nichts wird gespeichert, bevor Sie es freigeben.',
  'review.choose': 'Ordner mit Definitionen hierher ziehen oder auswählen',
  'review.chooseHint':
    'Wie ihn „postroad pull“ schreibt: emails, flows, segments und so weiter, wie sie in einem Repository liegen.',
  'review.another': 'Anderer Ordner',
  'review.noFiles':
    'In diesem Ordner ist keine Definitionsdatei. Er braucht Ordner wie emails und flows.',
  'review.compared': '{name} und dieses Konto',
  'review.files.one': '{n} Definition.',
  'review.files.other': '{n} Definitionen.',
  'review.others.one': '{n} andere Datei bleibt außer Betracht.',
  'review.others.other': '{n} andere Dateien bleiben außer Betracht.',
  'review.base':
    'Sein letzter Abruf ist vermerkt: Was sich hier seitdem geändert hat, wird nicht überschrieben.',
  'review.noBase':
    'Kein Abruf von diesem Dienst ist vermerkt, darum wird überschrieben, was anders ist.',
  'review.kind.create': 'Neu',
  'review.kind.update': 'Geändert',
  'review.kind.unchanged': 'Gleich',
  'review.kind.absent': 'Ohne Datei',
  'review.kind.behind': 'Nur hier geändert',
  'review.errors': 'Fehler',
  'review.warnings': 'Warnungen',
  'review.same': 'Es gibt keine Unterschiede.',
  'review.test': 'Test eines Ablaufs',
  'review.blocks': 'Blockiert',
  'review.lines': 'Zeilen',
  'review.linesOf': 'Zeilen von {path}',
  'review.gap.one': '{n} gleiche Zeile',
  'review.gap.other': '{n} gleiche Zeilen',
  'review.conflicts.one':
    '{n} Eintrag wurde seit dem Abruf auf beiden Seiten geändert. Führen Sie ihn mit „postroad pull --merge“ zusammen, oder lassen Sie unten den Ordner gelten.',
  'review.conflicts.other':
    '{n} Einträge wurden seit dem Abruf auf beiden Seiten geändert. Führen Sie sie mit „postroad pull --merge“ zusammen, oder lassen Sie unten den Ordner gelten.',
  'review.rehearsals': 'Proben',
  'review.rehearsalsText':
    'Jeder geänderte Ablauf, erprobt an einer echten Person. Nichts geschieht, nichts wird gesendet.',
  'review.untried': 'Nicht erprobt',
  'review.starts': 'Startet',
  'review.startsNot': 'Startet nicht',
  'review.with': '{person}, mit {event}',
  'review.approve': 'Freigeben',
  'review.blocked':
    'Etwas blockiert das: Nichts kann gespeichert werden, bevor es im Ordner behoben ist.',
  'review.prune.one': 'Auch {n} Eintrag ohne Datei entfernen',
  'review.prune.other': 'Auch {n} Einträge ohne Datei entfernen',
  'review.force':
    'Trotzdem speichern, wo das geht: über Konflikte und fehlgeschlagene Tests hinweg und mit Schritten, die wegfallen, während Personen darauf sind',
  'review.nothing': 'Nichts zu speichern',
  'review.store.one': '{n} Eintrag freigeben und speichern',
  'review.store.other': '{n} Einträge freigeben und speichern',
  'review.undoable':
    'Es wird alles oder nichts gespeichert. Im Verlauf lässt sich jeder Eintrag danach rückgängig machen.',
  'review.stored.one': '{n} Eintrag ist gespeichert.',
  'review.stored.other': '{n} Einträge sind gespeichert.',
  'review.seeHistory': 'Im Verlauf ansehen und rückgängig machen',
  'tests.title': 'Tests dieses Ablaufs',
  'tests.lead':
    'Jeder Test ist eine Datei: wer eintritt, was geschieht und was daraus werden muss. Er läuft hier, während Sie schreiben, vor jeder Veröffentlichung und mit „postroad test“. Es werden keine Mails gesendet.',
  'tests.none':
    'Noch kein Test. Benennen Sie einen, fügen Sie ihn hinzu und drücken Sie „Erwarten, was geschah“.',
  'tests.passed': 'Bestanden',
  'tests.failed': 'Fehlgeschlagen',
  'tests.notRun': 'Nicht gelaufen',
  'tests.allAsExpected': 'Alles ist wie erwartet.',
  'tests.allPass.one': '{n} Test, bestanden.',
  'tests.allPass.other': '{n} Tests, alle bestanden.',
  'tests.someFail.one': '{n} Test schlägt fehl.',
  'tests.someFail.other': '{n} Tests schlagen fehl.',
  'tests.of.path': 'Weg',
  'tests.of.sends': 'Versand',
  'tests.of.ends': 'Ende',
  'tests.wanted': 'erwartet:   {list}',
  'tests.actual': 'geschehen:  {list}',
  'tests.nothing': '(nichts)',
  'tests.noRun': 'kein Durchlauf',
  'tests.missed': 'Erwartet',
  'tests.unexpected': 'Nicht erwartet',
  'tests.file': 'Die Datei {path}',
  'tests.expectThis': 'Erwarten, was geschah',
  'tests.remove': 'Entfernen',
  'tests.removeOf': 'Test {name} entfernen',
  'tests.newName': 'Name eines neuen Tests',
  'tests.add': 'Hinzufügen',
  'settings.title': 'Einstellungen',
  'field.accent': 'Akzentfarbe',
  'field.client': 'Anwendung',
  'field.active': 'Aktiv',
  'field.active_subscriptions': 'Laufende Abonnements',
  'field.actor': 'Wer',
  'field.actual': 'Tatsächlich',
  'field.add_tags': 'Tags vergeben',
  'field.advance': 'Vorstellen um',
  'field.after': 'Danach',
  'field.against': 'Verglichen mit',
  'field.allowed_ips': 'Erlaubte IP-Adressen',
  'field.applied': 'Angewandt',
  'field.approximate': 'Ungefähr',
  'field.archived': 'Archiviert',
  'field.amount': 'Anzahl',
  'field.args': 'Argumente',
  'field.arm': 'Weg',
  'field.arms': 'Wege',
  'field.assume': 'Annahmen',
  'field.at': 'Zeit',
  'field.attachments': 'Anhänge',
  'field.attempts': 'Versuche',
  'field.attribution': 'Herkunft',
  'field.audience': 'Empfängerkreis',
  'field.author': 'Verfasst von',
  'field.backups': 'Sicherungen',
  'field.base': 'Grundlage',
  'field.base_revision': 'Stand der Grundlage',
  'field.base_url': 'Basisadresse',
  'field.before': 'Davor',
  'field.blocked': 'Aufgehalten',
  'field.blocked_by': 'Aufgehalten durch',
  'field.blocks': 'Blöcke',
  'field.body': 'Text',
  'field.bcc': 'Blindkopien',
  'field.cc': 'Kopien',
  'field.body_markdown': 'Text (Markdown)',
  'field.bounced': 'Unzustellbar',
  'field.broadcast': 'Rundschreiben',
  'field.broadcast_id': 'Rundschreiben',
  'field.broadcast_ids': 'IDs der Rundschreiben',
  'field.broadcasts': 'Rundschreiben',
  'field.button_styles': 'Stile der Knöpfe',
  'field.by': 'Durch',
  'field.by_broadcast': 'Nach Rundschreiben',
  'field.by_key': 'Nach Schlüssel',
  'field.by_reason': 'Nach Grund',
  'field.by_segment': 'Nach Segment',
  'field.bytes': 'Bytes',
  'field.cancel_at_period_end': 'Kündigung zum Ende des Zeitraums',
  'field.canceled': 'Abgebrochen',
  'field.category': 'Kategorie',
  'field.change': 'Änderung',
  'field.change_id': 'ID der Änderung',
  'field.changed': 'Geändert',
  'field.changes': 'Änderungen',
  'field.check': 'Prüfung',
  'field.checks': 'Prüfungen',
  'field.clear_blank': 'Leere Zellen löschen den Wert',
  'field.clicked': 'Geklickt',
  'field.code': 'Code',
  'field.column': 'Spalte',
  'field.columns': 'Spalten',
  'field.complained': 'Beschwerden',
  'field.complained_at': 'Beschwerde am',
  'field.complete': 'Vollständig',
  'field.completed': 'Abgeschlossen',
  'field.component': 'Baustein',
  'field.component_key': 'Schlüssel des Bausteins',
  'field.components': 'Bausteine',
  'field.condition': 'Bedingung',
  'field.conflicts': 'Konflikte',
  'field.content': 'Inhalt',
  'field.content_base64': 'Inhalt (Base64)',
  'field.content_id': 'Content-ID',
  'field.content_type': 'Inhaltstyp',
  'field.converted': 'Ziel erreicht',
  'field.count': 'Anzahl',
  'field.counted_at': 'Gezählt am',
  'field.counted_ms': 'Dauer der Zählung (ms)',
  'field.counts': 'Anzahlen',
  'field.created': 'Angelegt',
  'field.data': 'Daten',
  'field.excluded_segments': 'Ausgeschlossene Segmente',
  'field.filename': 'Dateiname',
  'field.finish': 'Am Ende',
  'field.gets_step': 'Bekommen den Schritt',
  'field.goals': 'Ziele',
  'field.held': 'Zurückgehalten',
  'field.mails': 'Mails',
  'field.mails_to_others': 'Davon an andere Personen',
  'field.max': 'Höchstens',
  'field.message_id': 'Nachricht',
  'field.messages': 'Nachrichten',
  'field.next_changes': 'Anderer nächster Schritt',
  'field.people_after': 'Personen danach',
  'field.per': 'Zeitraum',
  'field.reached_at': 'Erreicht am',
  'field.then': 'Was dann geschieht',
  'field.transactional': 'Transaktional',
  'field.created_at': 'Angelegt am',
  'field.created_by': 'Angelegt von',
  'field.created_since': 'Angelegt seit',
  'field.created_until': 'Angelegt vor',
  'field.css': 'CSS',
  'field.currency': 'Währung',
  'field.cursor': 'Fortsetzung',
  'field.dark': 'Dunkel',
  'field.date': 'Datum',
  'field.date_order': 'Reihenfolge im Datum',
  'field.days': 'Tage',
  'field.default': 'Standard',
  'field.default_from_address': 'Standardabsender',
  'field.default_tab': 'Reiter am Anfang',
  'field.definition': 'Definition',
  'field.delay_amount': 'Dauer der Wartezeit',
  'field.delay_unit': 'Einheit der Wartezeit',
  'field.deleted': 'Gelöscht',
  'field.delimiter': 'Trennzeichen',
  'field.delivered': 'Zugestellt',
  'field.description': 'Beschreibung',
  'field.details': 'Einzelheiten',
  'field.did_you_mean': 'Gemeint war vielleicht',
  'field.direction': 'Richtung',
  'field.dismissed': 'Ohne Versand abgeschlossen',
  'field.domain': 'Domain',
  'field.domains': 'Domains',
  'field.done': 'Erledigt',
  'field.draft': 'Entwurf',
  'field.draft_revision': 'Stand des Entwurfs',
  'field.dry_runs': 'Probeläufe',
  'field.due': 'Fällig',
  'field.due_at': 'Fällig am',
  'field.due_since': 'Fällig seit',
  'field.effect': 'Wirkung',
  'field.effects': 'Wirkungen',
  'field.eligible': 'Infrage kommend',
  'field.email': 'E-Mail',
  'field.email_id': 'E-Mail',
  'field.email_source': 'Herkunft der E-Mail',
  'field.emails': 'E-Mails',
  'field.emails_canceled': 'Abgebrochene E-Mails',
  'field.emails_per_hour': 'E-Mails pro Stunde',
  'field.enabled': 'Eingeschaltet',
  'field.end': 'Ende',
  'field.ended_at': 'Beendet am',
  'field.error': 'Fehler',
  'field.errors': 'Fehler',
  'field.event': 'Ereignis',
  'field.event_id': 'ID des Ereignisses',
  'field.event_types': 'Ereignisarten',
  'field.events': 'Ereignisse',
  'field.everybody': 'Alle Personen',
  'field.example': 'Beispiel',
  'field.excerpt': 'Auszug',
  'field.decides_at': 'Entscheidung',
  'field.experiment': 'Vergleich',
  'field.goal': 'Ziel',
  'field.metric': 'Messgröße',
  'field.sample_percent': 'Stichprobe in Prozent',
  'field.upcoming_days': 'Anstehend nach Tagen',
  'field.variants': 'Varianten',
  'field.weight': 'Gewicht',
  'field.winner': 'Gewinner',
  'field.within': 'Innerhalb von',
  'field.exclude': 'Ausschließen',
  'field.excluded': 'Ausgeschlossen',
  'field.expand': 'Aufschlüsseln',
  'field.expanded': 'Aufgelöst',
  'field.expected_finish_at': 'Voraussichtlich fertig am',
  'field.expires_at': 'Läuft ab am',
  'field.external_id': 'Ihre Kennung',
  'field.failed': 'Fehlgeschlagen',
  'field.failures': 'Fehlschläge',
  'field.days_before': 'Tage davor',
  'field.days_after': 'Tage danach',
  'field.local_time': 'Uhrzeit',
  'field.repeat': 'Wiederholung',
  'field.field': 'Feld',
  'field.field_key': 'Schlüssel des Feldes',
  'field.fields': 'Felder',
  'field.files': 'Dateien',
  'field.filter': 'Filter',
  'field.finished_at': 'Fertig am',
  'field.first_name': 'Vorname',
  'field.first_seen': 'Zuerst gesehen',
  'field.fix': 'Abhilfe',
  'field.flow': 'Ablauf',
  'field.flow_id': 'Ablauf',
  'field.flow_key': 'Schlüssel des Ablaufs',
  'field.flows': 'Abläufe',
  'field.font_stacks': 'Schriftfolgen',
  'field.force': 'Trotzdem',
  'field.format': 'Format',
  'field.from': 'Von',
  'field.from_address': 'Absender',
  'field.gone': 'Verschwunden',
  'field.gone_steps': 'Entfallene Schritte',
  'field.group': 'Gruppe',
  'field.allowed_origins': 'Erlaubte Websites',
  'field.confirm_email_id': 'Bestätigungs-E-Mail',
  'field.consent_text': 'Einwilligungstext',
  'field.double_opt_in': 'Double-Opt-in',
  'field.form': 'Formular',
  'field.forms': 'Formulare',
  'field.forms.single_opt_in': 'Formulare ohne Double-Opt-in',
  'field.redirect_url': 'Weiterleitung',
  'field.set_fields': 'Gesetzte Felder',
  'field.options': 'Optionen',
  'field.guard': 'Sperre',
  'field.guard_key': 'Schlüssel der Sperre',
  'field.guarded': 'Von Sperren aufgehalten',
  'field.guards': 'Sperren',
  'field.handle': 'Kennung',
  'field.has_draft': 'Hat einen Entwurf',
  'field.hard_bounced': 'Dauerhaft unzustellbar',
  'field.hard_bounced_at': 'Unzustellbar seit',
  'field.hash': 'Prüfsumme',
  'field.headers': 'Kopfzeilen',
  'field.held_at': 'Angehalten am',
  'field.held_by': 'Angehalten von',
  'field.help': 'Hilfe',
  'field.hidden': 'Verborgen',
  'field.historical': 'Aus der Vergangenheit',
  'field.hold_reason': 'Grund des Wartens',
  'field.holder_id': 'ID der Verwendung',
  'field.holder_type': 'Art der Verwendung',
  'field.holders': 'Verwendungen',
  'field.holding': 'Zurückgehalten',
  'field.hours': 'Stunden',
  'field.html': 'HTML',
  'field.id': 'ID',
  'field.consent': 'Einwilligung',
  'field.consents': 'Einwilligungen',
  'field.email_engagements': 'Geöffnete und geklickte E-Mails',
  'field.form_key': 'Formular',
  'field.import_errors': 'Fehlerhafte Zeilen aus Importen',
  'field.ip': 'IP-Adresse',
  'field.notes': 'Notizen',
  'field.opt_outs': 'Abmeldungen beim Anbieter',
  'field.past_sends': 'Frühere Sendungen',
  'field.payments': 'Zahlungen',
  'field.preferences': 'Einstellungen der Person',
  'field.privacy.store_ip': 'IP-Adressen in Einwilligungen',
  'field.purpose': 'Zweck',
  'field.renewal_occurrences': 'Erinnerungen an Verlängerungen',
  'field.run_goals': 'Ziele der Durchläufe',
  'field.run_steps': 'Schritte der Durchläufe',
  'field.send_contents': 'Inhalte der Sendungen',
  'field.send_feedback': 'Rückmeldungen zu Sendungen',
  'field.send_log': 'Beendete Sendungen',
  'field.sequence_runs': 'Durchläufe von Sequenzen',
  'field.sign_ups': 'Anmeldungen über Formulare',
  'field.soft_bounces': 'Vorübergehende Unzustellbarkeiten',
  'field.test_readers': 'Tests mit Werten der Person',
  'field.tracking_hits': 'Aufrufe von Zählpixel und Links',
  'field.translations': 'Übersetzungen',
  'field.trigger_refusals': 'Abgelehnte Starts',
  'field.unsubscribes': 'Abmeldungen',
  'field.user_agent': 'Browser',
  'field.idempotency_key': 'Idempotenzschlüssel',
  'field.ignored': 'Übergangen',
  'field.import': 'Import',
  'field.import_id': 'ID des Imports',
  'field.imports': 'Importe',
  'field.include_failed': 'Auch Fehlgeschlagenes',
  'field.include_uncertain': 'Auch Ungewisses',
  'field.interval': 'Intervall',
  'field.introduction': 'Einleitung',
  'field.invalid': 'Ungültig',
  'field.is_default': 'Standard',
  'field.keep': 'Behalten',
  'field.key': 'Schlüssel',
  'field.kind': 'Art',
  'field.label': 'Label',
  'field.labels': 'Labels',
  'field.lane': 'Art der Arbeit',
  'field.lanes': 'Arten der Arbeit',
  'field.language': 'Sprache',
  'field.languages': 'Sprachen',
  'field.last_answer': 'Letzte Antwort',
  'field.last_at': 'Zuletzt am',
  'field.last_error': 'Letzter Fehler',
  'field.last_hour': 'In der letzten Stunde',
  'field.last_made_at': 'Zuletzt erstellt am',
  'field.last_minute': 'In der letzten Minute',
  'field.last_name': 'Nachname',
  'field.last_seen': 'Zuletzt gesehen',
  'field.last_used_at': 'Zuletzt benutzt am',
  'field.late': 'Verspätet',
  'field.late_seconds': 'Verspätung in Sekunden',
  'field.layout': 'Layout',
  'field.layout_id': 'ID des Layouts',
  'field.layouts': 'Layouts',
  'field.left_out': 'Ausgelassen',
  'field.legacy': 'Mit früheren Rechten',
  'field.level': 'Stufe',
  'field.light': 'Hell',
  'field.limit': 'Höchstzahl',
  'field.line': 'Zeile',
  'field.link_expires_at': 'Link läuft ab am',
  'field.links': 'Links',
  'field.live': 'Aktiv',
  'field.live_revision': 'Aktiver Stand',
  'field.made_at': 'Erstellt am',
  'field.ends_at': 'Endet am',
  'field.first_id': 'Erste ID',
  'field.last_id': 'Letzte ID',
  'field.keys': 'Schlüssel',
  'field.loadable': 'Kann geladen werden',
  'field.loaded': 'Geladen',
  'field.loaded_at': 'Geladen am',
  'field.records': 'Einträge',
  'field.removed': 'Entfernt',
  'field.mail': 'Mail',
  'field.mapping': 'Zuordnung der Spalten',
  'field.match': 'Einzelheiten passen zu',
  'field.mermaid': 'Mermaid-Diagramm',
  'field.message': 'Meldung',
  'field.mode': 'Modus',
  'field.more': 'Weitere',
  'field.move': 'Verschieben',
  'field.moved': 'Verschoben',
  'field.name': 'Name',
  'field.names': 'Namen',
  'field.next': 'Nächste',
  'field.next_cursor': 'Nächste Fortsetzung',
  'field.next_renewal_at': 'Nächste Verlängerung am',
  'field.next_renewal_date': 'Datum der nächsten Verlängerung',
  'field.node': 'Teil',
  'field.not_reached': 'Nicht erreicht',
  'field.note': 'Notiz',
  'field.notices': 'Hinweise',
  'field.now': 'Jetzt',
  'field.number': 'Nummer',
  'field.occurred_at': 'Geschehen am',
  'field.occurrence_key': 'Schlüssel des Vorkommens',
  'field.off': 'Aus',
  'field.ok': 'In Ordnung',
  'field.oldest_due_at': 'Älteste fällig am',
  'field.on': 'Ein',
  'field.op': 'Vergleich',
  'field.opened': 'Geöffnet',
  'field.opens_at': 'Geht hinaus am',
  'field.operation': 'Operation',
  'field.other_columns': 'Übrige Spalten',
  'field.outcome': 'Ergebnis',
  'field.outline': 'Gliederung',
  'field.overdue': 'Überfällig',
  'field.parent_id': 'ID des Ursprungs',
  'field.parked': 'Angehalten',
  'field.parse_errors': 'Lesefehler',
  'field.part': 'Teil',
  'field.past_waits': 'Abgelaufene Wartezeiten',
  'field.path': 'Pfad',
  'field.paths': 'Pfade',
  'field.people': 'Personen',
  'field.people_inside': 'Personen darin',
  'field.permanent': 'Endgültig',
  'field.person': 'Person',
  'field.person_id': 'Person',
  'field.position': 'Stelle',
  'field.pre_header': 'Vorschautext',
  'field.preferences_label': 'Beschriftung der Einstellungen',
  'field.prefix': 'Präfix',
  'field.preview_person_id': 'Vorschau für',
  'field.priority': 'Priorität',
  'field.problems': 'Probleme',
  'field.processed': 'Verarbeitet',
  'field.product': 'Produkt',
  'field.product_key': 'Schlüssel des Produkts',
  'field.products': 'Produkte',
  'field.profile': 'Profil',
  'field.progress': 'Fortschritt',
  'field.provider': 'Anbieter',
  'field.prune': 'Einträge ohne Datei löschen',
  'field.strict': 'Als Konflikt antworten',
  'field.q': 'Suche',
  'field.quarantined_at': 'In Quarantäne seit',
  'field.queue': 'Warteschlange',
  'field.queued': 'In der Warteschlange',
  'field.queued_mail': 'Mails in der Warteschlange',
  'field.quote': 'Zitat',
  'field.rate': 'Rate',
  'field.reason': 'Grund',
  'field.reasons': 'Gründe',
  'field.recheck_segment': 'Segment erneut prüfen',
  'field.recipients': 'Empfänger',
  'field.reaches': 'Betroffene E-Mails',
  'field.recompiling': 'Wird neu erzeugt',
  'field.revert': 'Zurücknehmen',
  'field.sender': 'Absender',
  'field.record_id': 'ID des Eintrags',
  'field.record_key': 'Schlüssel des Eintrags',
  'field.record_name': 'Name des Eintrags',
  'field.recorded_at': 'Erfasst am',
  'field.remaining': 'Verbleibend',
  'field.remove_tags': 'Tags entfernen',
  'field.renewal_amount_cents': 'Betrag der Verlängerung in Cent',
  'field.repeat_mode': 'Wiederholung',
  'field.repeated': 'Wiederholt',
  'field.replace': 'Ersetzen',
  'field.reply_to': 'Antworten an',
  'field.required': 'Erforderlich',
  'field.resolved_theme': 'Geltendes Design',
  'field.resource': 'Ressource',
  'field.result': 'Ergebnis',
  'field.results': 'Ergebnisse',
  'field.retention.changes_days': 'Änderungen aufbewahren (Tage)',
  'field.retention.events_days': 'Ereignisse aufbewahren (Tage)',
  'field.retention.hits_days': 'Öffnungen und Klicks aufbewahren (Tage)',
  'field.retention.deliveries_days': 'Webhook-Zustellungen aufbewahren (Tage)',
  'field.retention.runs_days': 'Durchläufe aufbewahren (Tage)',
  'field.retention.sends_days': 'Sendungen aufbewahren (Tage)',
  'field.retried': 'Erneut versucht',
  'field.retrying': 'Neuer Versuch läuft',
  'field.revision': 'Stand',
  'field.revoked': 'Widerrufen',
  'field.revoked_at': 'Widerrufen am',
  'field.row': 'Zeile',
  'field.rows': 'Zeilen',
  'field.rules': 'Regeln',
  'field.run': 'Durchlauf',
  'field.run_id': 'ID des Durchlaufs',
  'field.run_policy': 'Regel für Durchläufe',
  'field.runs': 'Durchläufe',
  'field.sample': 'Stichprobe',
  'field.save_button_text': 'Text des Knopfs „Speichern“',
  'field.scheduled': 'Geplant',
  'field.scope': 'Berechtigung',
  'field.scopes': 'Berechtigungen',
  'field.secret': 'Geheimnis',
  'field.see': 'Siehe',
  'field.rrule': 'Regel (RFC 5545)',
  'field.segment': 'Segment',
  'field.segment_id': 'Segment',
  'field.segment_ids': 'IDs der Segmente',
  'field.segment_key': 'Schlüssel des Segments',
  'field.segments': 'Segmente',
  'field.send': 'Sendung',
  'field.send_at': 'Versand am',
  'field.send_at_local': 'Versand zur Ortszeit jeder Person',
  'field.send_id': 'ID der Sendung',
  'field.send_windows': 'Versandfenster',
  'field.sendable': 'Erhalten E-Mails',
  'field.sending': 'Versand',
  'field.sending.broadcast_emails_per_hour': 'Rundschreiben: E-Mails pro Stunde',
  'field.sending.allowed_from': 'Domains, von denen Nachrichten kommen dürfen',
  'field.sending.frequency_caps': 'Obergrenzen je Person',
  'field.sending.keep_content_days': 'Inhalt von Mails aufbewahren (Tage)',
  'field.sending.mailing_address': 'Postanschrift',
  'field.sending.subscription_preferences': 'Einstellungen der Leser',
  'field.sending.unsubscribe_page.button_color': 'Abmeldeseite: Farbe des Knopfs',
  'field.sending.unsubscribe_page.button_text': 'Abmeldeseite: Text des Knopfs',
  'field.sending.unsubscribe_page.confirmation': 'Abmeldeseite: Bestätigung',
  'field.sending.unsubscribe_page.headline': 'Abmeldeseite: Überschrift',
  'field.sending.unsubscribe_page.hint': 'Abmeldeseite: Hinweis',
  'field.sending.unsubscribe_page.introduction': 'Abmeldeseite: Einleitung',
  'field.sending.unsubscribe_page.resubscribed_button_text':
    'Seite nach Wiederanmeldung: Text des Knopfs',
  'field.sending.unsubscribe_page.resubscribed_confirmation':
    'Seite nach Wiederanmeldung: Bestätigung',
  'field.sending.unsubscribe_page.resubscribed_headline': 'Seite nach Wiederanmeldung: Überschrift',
  'field.sending.unsubscribe_page.resubscribed_hint': 'Seite nach Wiederanmeldung: Hinweis',
  'field.sending.unsubscribe_page.resubscribed_status': 'Seite nach Wiederanmeldung: Status',
  'field.sending.unsubscribe_page.status': 'Abmeldeseite: Status',
  'field.sending.unsubscribe_page_url': 'Adresse der eigenen Abmeldeseite',
  'field.sends': 'Sendungen',
  'field.sent': 'Gesendet',
  'field.sent_days': 'Gesendet je Tag',
  'field.sequence': 'Sequenz',
  'field.sequence_id': 'Sequenz',
  'field.sequence_step_id': 'ID des Sequenzschritts',
  'field.sequences': 'Sequenzen',
  'field.server': 'Server',
  'field.settings': 'Einstellungen',
  'field.settled': 'Nichts mehr fällig',
  'field.severity': 'Schwere',
  'field.shape': 'Form',
  'field.since': 'Seit',
  'field.sites': 'Websites',
  'field.skip_bad_cells': 'Fehlerhafte Zellen übergehen',
  'field.holdout': 'Kontrollgruppe',
  'field.split_choices': 'Gewählte Wege',
  'field.skipped': 'Übersprungen',
  'field.soft_bounced': 'Vorübergehend unzustellbar',
  'field.sort': 'Sortierung',
  'field.source': 'Quelle',
  'field.source_id': 'ID der Quelle',
  'field.sources': 'Quellen',
  'field.stack': 'Schriftfolge',
  'field.start': 'Anfang',
  'field.started': 'Begonnen',
  'field.started_at': 'Begonnen am',
  'field.state': 'Zustand',
  'field.stats': 'Kennzahlen',
  'field.status': 'Status',
  'field.step': 'Schritt',
  'field.step_count': 'Anzahl der Schritte',
  'field.step_id': 'ID des Schritts',
  'field.step_name': 'Name des Schritts',
  'field.steps': 'Schritte',
  'field.stopped_at': 'Abgebrochen am',
  'field.subject': 'Betreff',
  'field.subscribed_on': 'Bekannt seit',
  'field.subscription_id': 'ID des Abonnements',
  'field.subscriptions': 'Abonnements',
  'field.success_message': 'Erfolgsmeldung',
  'field.summary': 'Zusammenfassung',
  'field.suppressed': 'Vom Versand ausgeschlossen',
  'field.suppression': 'Ausschluss vom Versand',
  'field.surface': 'Zugang',
  'field.tag': 'Tag',
  'field.tag_separator': 'Trennzeichen der Tags',
  'field.tagging': 'Änderung von Tags',
  'field.tagging_id': 'ID der Änderung von Tags',
  'field.taggings': 'Änderungen von Tags',
  'field.tags': 'Tags',
  'field.target': 'Ziel',
  'field.target_at': 'Zielzeit',
  'field.target_display': 'Ziel, wie es angezeigt wird',
  'field.target_local': 'Ziel in Ortszeit',
  'field.template': 'Layout',
  'field.template_id': 'Layout',
  'field.templates': 'Layouts',
  'field.test': 'Test',
  'field.tests': 'Tests',
  'field.text': 'Text',
  'field.theme': 'Design',
  'field.theme_key': 'Schlüssel des Designs',
  'field.themes': 'Designs',
  'field.timeline': 'Zeitleiste',
  'field.times': 'Zeiten',
  'field.timezone': 'Zeitzone',
  'field.title': 'Titel',
  'field.title_raw': 'Titel, wie er geschrieben steht',
  'field.to': 'An',
  'field.get_email_stats.to': 'Bis',
  'field.get_report.to': 'Bis',
  'field.move_parked_runs.to': 'Nach',
  'field.toggles': 'Schalter',
  'field.token': 'Token',
  'field.token_id': 'ID des Tokens',
  'field.tokens': 'Token',
  'field.topic': 'Thema',
  'field.total': 'Summe',
  'field.totals': 'Summen',
  'field.trace': 'Verlauf',
  'field.tracking': 'Nachverfolgung',
  'field.trigger': 'Auslöser',
  'field.import_people.trigger': 'Startet Abläufe',
  'field.list_imports.trigger': 'Startet Abläufe',
  'field.get_import.trigger': 'Startet Abläufe',
  'field.triggered': 'Ausgelöst',
  'field.tunables': 'Stellwerte',
  'field.type': 'Art',
  'field.uncertain': 'Ungewiss',
  'field.unit': 'Einheit',
  'field.unsaved': 'Noch nicht gespeichert',
  'field.unsubscribe_label': 'Beschriftung der Abmeldung',
  'field.unsubscribed': 'Abgemeldet',
  'field.unsubscribed_at': 'Abgemeldet am',
  'field.until': 'Bis',
  'field.upcoming': 'Bevorstehend',
  'field.updated': 'Geändert',
  'field.updated_at': 'Geändert am',
  'field.updated_since': 'Geändert seit',
  'field.updated_until': 'Geändert vor',
  'field.url': 'Adresse',
  'field.disabled_reason': 'Grund der Abschaltung',
  'field.failing_since': 'Schlägt fehl seit',
  'field.webhook_endpoint': 'Webhook-Endpunkt',
  'field.webhook_endpoints': 'Webhook-Endpunkte',
  'field.webhook_delivery': 'Webhook-Zustellung',
  'field.webhook_deliveries': 'Webhook-Zustellungen',
  'field.webhook_delivery_id': 'Webhook-Zustellung',
  'field.next_at': 'Nächster Versuch',
  'field.happened_at': 'Geschehen am',
  'field.keep_hours': 'Stunden, die das alte Geheimnis gilt',
  'field.former_until': 'Altes Geheimnis gilt bis',
  'field.endpoint': 'Endpunkt',
  'field.ms': 'Millisekunden',
  'field.used_in': 'Verwendet in',
  'field.used_mode': 'Verwendet im Modus',
  'field.valid': 'Gültig',
  'field.validation': 'Prüfung',
  'field.value': 'Wert',
  'field.values': 'Werte',
  'field.variables': 'Variablen',
  'field.version': 'Version',
  'field.version_id': 'ID der Version',
  'field.versions': 'Versionen',
  'field.waiting': 'Wartend',
  'field.warnings': 'Warnungen',
  'field.where_used': 'Verwendet in',
  'field.within_days': 'In den letzten Tagen',
  'field.without_cells': 'Ohne Zellen',
  'field.would': 'Würde',
  'field.would_send': 'Würde senden',
  'field.yours': 'Ihr Stand',
  'field.duration': 'Dauer',
  'field.expires_after': 'Wartet höchstens',
  'field.occurrence': 'Welches Eintreten zählt',
  'field.seed': 'Schlüssel der Aufteilung',
  'field.setting': 'Stellwert',
  'field.until_field': 'Bis zu einem Feld',
  'field.wait': 'Auf Antwort warten',
  'field.wait_for': 'Wartet auf',
  'condition.type.email': 'Adresse',
  'condition.type.field': 'Feld',
  'condition.type.has_tag': 'Hat das Tag',
  'condition.type.suppressed': 'Bekommt keine E-Mails',
  'condition.type.subscribed_on': 'Bekannt seit',
  'condition.type.event_occurred': 'Hat etwas getan',
  'condition.type.event_count': 'Hat etwas so oft getan',
  'condition.type.received_email': 'Hat eine E-Mail erhalten',
  'condition.type.opened_email': 'Hat eine E-Mail geöffnet',
  'condition.type.clicked_email': 'Hat in einer E-Mail geklickt',
  'condition.type.engaged': 'Liest mit',
  'condition.type.consented': 'Hat eingewilligt',
  'condition.type.started_sequence': 'Hat eine Sequenz begonnen',
  'condition.type.finished_sequence': 'Hat eine Sequenz beendet',
  'condition.type.completed_flow': 'Hat einen Ablauf abgeschlossen',
  'condition.type.active_subscription': 'Hat ein laufendes Abonnement',
  'condition.type.purchased': 'Hat gekauft',
  'condition.type.total_spend': 'Gesamtausgaben in Cent',
  'condition.type.in_segment': 'Ist in einem Segment',
  'condition.type.predicate': 'Regel mit Namen',
  'condition.choice.equals': 'ist gleich',
  'condition.choice.contains': 'enthält',
  'condition.choice.starts_with': 'beginnt mit',
  'condition.choice.ends_with': 'endet mit',
  'condition.choice.greater': 'ist größer als',
  'condition.choice.less': 'ist kleiner als',
  'condition.choice.blank': 'ist leer',
  'condition.choice.present': 'hat einen Wert',
  'condition.choice.within_next': 'liegt in den nächsten',
  'condition.choice.within_last': 'liegt in den letzten',
  'condition.choice.before': 'liegt vor',
  'condition.choice.after': 'liegt nach',
  'condition.choice.minutes': 'Minuten',
  'condition.choice.hours': 'Stunden',
  'condition.choice.days': 'Tage',
  'condition.choice.weeks': 'Wochen',
  'condition.choice.email_domain_in': 'die Adresse gehört zu einer Domain aus',
  'condition.choice.joined_within': 'so viele Tage bekannt',
  'condition.choice.received_at_least': 'so viele E-Mails erhalten',
  'noun.themes': 'Designs',
  'noun.layouts': 'Layouts',
  'noun.components': 'Bausteine',
  'noun.emails': 'E-Mails',
  'noun.sequences': 'Sequenzen',
  'noun.flows': 'Abläufe',
  'noun.runs': 'Durchläufe',
  'noun.people': 'Personen',
  'noun.fields': 'Felder',
  'noun.imports': 'Importe',
  'noun.tags': 'Tags',
  'noun.taggings': 'Änderungen von Tags',
  'noun.broadcasts': 'Rundschreiben',
  'noun.segments': 'Segmente',
  'noun.guards': 'Sperren',
  'noun.forms': 'Formulare',
  'noun.webhook-endpoints': 'Webhook-Endpunkte',
  'noun.webhook-deliveries': 'Webhook-Zustellungen',
  'noun.products': 'Produkte',
  'noun.subscriptions': 'Abonnements',
  'noun.events': 'Ereignisse',
  'noun.event-types': 'Ereignisarten',
  'noun.queue': 'Warteschlange',
  'noun.messages': 'Nachrichten',
  'noun.sends': 'Gesendete Mails',
  'noun.sending': 'Versand',
  'noun.report': 'Berichte',
  'noun.definitions': 'Definitionsdateien',
  'noun.profile': 'Profil',
  'noun.settings': 'Einstellungen',
  'noun.tokens': 'Token',
  'noun.schema': 'Vokabular',
  'noun.changes': 'Änderungen',
  'noun.backups': 'Sicherungen',
  'noun.example': 'Beispiel',
  'noun.checks': 'Prüfungen',
  'noun.clock': 'Uhr',
  'verb.list': 'Auflisten',
  'verb.get': 'Lesen',
  'verb.create': 'Anlegen',
  'verb.update': 'Bearbeiten',
  'verb.delete': 'Löschen',
  'verb.delete_person': 'Löschen',
  'verb.restore': 'Wiederherstellen',
  'verb.duplicate': 'Duplizieren',
  'verb.preview': 'Vorschau',
  'verb.send': 'Senden',
  'verb.test-send': 'Test senden',
  'verb.draft': 'Entwurf',
  'verb.save-draft': 'Entwurf speichern',
  'verb.delete-draft': 'Entwurf verwerfen',
  'verb.publish': 'Veröffentlichen',
  'verb.fork': 'Eigene Kopie anlegen',
  'verb.stats': 'Zahlen',
  'verb.start': 'Für eine Person starten',
  'verb.toggle': 'Ein- oder ausschalten',
  'verb.add-step': 'Schritt hinzufügen',
  'verb.update-step': 'Schritt bearbeiten',
  'verb.move-step': 'Schritt verschieben',
  'verb.replace-step-email': 'E-Mail eines Schritts ersetzen',
  'verb.delete-step': 'Schritt löschen',
  'verb.validate': 'Prüfen',
  'verb.activate': 'Aktivieren',
  'verb.pause': 'Pausieren',
  'verb.dry-run': 'Probelauf',
  'verb.versions': 'Versionen',
  'verb.version': 'Version',
  'verb.save-version': 'Version speichern',
  'verb.rollback': 'Zurücksetzen',
  'verb.diff': 'Vergleichen',
  'verb.preview-renewals': 'Verlängerungen ansehen',
  'verb.runs': 'Durchläufe',
  'verb.cancel': 'Abbrechen',
  'verb.move': 'Verschieben',
  'verb.retry': 'Erneut versuchen',
  'verb.retry-runs': 'Angehaltene fortsetzen',
  'verb.move-runs': 'Angehaltene verschieben',
  'verb.upsert': 'Anlegen oder ändern',
  'verb.upsert-batch': 'Viele anlegen oder ändern',
  'verb.tag': 'Tag vergeben',
  'verb.untag': 'Tag entfernen',
  'verb.add-note': 'Notiz hinzufügen',
  'verb.consents': 'Einwilligungen',
  'verb.record-consent': 'Einwilligung erfassen',
  'verb.rotate-secret': 'Neues Geheimnis',
  'verb.test': 'Test senden',
  'verb.deliveries': 'Zustellungen',
  'verb.replay': 'Noch einmal zustellen',
  'verb.export-person': 'Person exportieren',
  'verb.timeline': 'Zeitleiste',
  'verb.explain': 'Zustellung erklären',
  'verb.import': 'Importieren',
  'verb.errors': 'Abgelehnte Zeilen',
  'verb.export': 'Exportieren',
  'verb.tag-many': 'Tags vieler ändern',
  'verb.replace-email': 'E-Mail ersetzen',
  'verb.schedule': 'Planen',
  'verb.unschedule': 'Planung aufheben',
  'verb.send-now': 'Jetzt senden',
  'verb.resume': 'Fortsetzen',
  'verb.people': 'Personen',
  'verb.record': 'Erfassen',
  'verb.load': 'Laden',
  'verb.remove': 'Entfernen',
  'verb.record-batch': 'Viele erfassen',
  'verb.overdue': 'Überfällig',
  'verb.reasons': 'Gründe',
  'verb.bounces': 'Unzustellbares',
  'verb.dismiss': 'Abschließen',
  'verb.retry-failed': 'Fehlgeschlagene erneut senden',
  'verb.dismiss-uncertain': 'Ungewisse abschließen',
  'verb.content': 'Inhalt',
  'verb.hold': 'Anhalten',
  'verb.release': 'Freigeben',
  'verb.apply': 'Übernehmen',
  'verb.revoke': 'Widerrufen',
  'verb.describe': 'Beschreiben',
  'verb.revert': 'Rückgängig machen',
  'verb.download': 'Herunterladen',
  'verb.run': 'Ausführen',
  'verb.embed': 'Einbetten',
  'verb.invite': 'Einladen',
  'verb.link': 'Anmeldelink erzeugen',
  'unknown.title': 'Keine solche Adresse',
  'unknown.text': 'Die Konsole hat hier keine Ansicht. Suchen Sie nach dem, was Sie wollten.',
  'also.now': 'Startseite, Anfang, Übersicht, Dashboard, Checkliste',
  'also.themes': 'Farben, Schriften, Marke, Gestaltung, Stil, Aussehen',
  'also.layouts': 'Kopf und Fuß, Rahmen, Logo',
  'also.components': 'Blöcke, Schnipsel, Teile, wiederverwendbar',
  'also.emails': 'Vorlagen, Templates, Texte, Mails, Nachrichten',
  'also.sequences': 'Kurse, Serien, Reihe, Autoresponder, Drip',
  'also.flows': 'Automation, Automatisierung, Workflow, Ablauf, Kampagne',
  'also.runs': 'Personen in einem Ablauf, Durchläufe',
  'also.people': 'Kontakte, Abonnenten, Empfänger, Kunden, Nutzer, Liste',
  'also.fields': 'Eigenschaften, Attribute, eigene Daten, Spalten',
  'also.imports': 'Hochladen, CSV, Umzug',
  'also.tags': 'Gruppen, Listen, Kategorien, Schlagwörter',
  'also.taggings': 'viele taggen, Massenänderung',
  'also.broadcasts': 'Newsletter, Rundbrief, Kampagne, Mailing, Rundmail, Ankündigung',
  'also.segments': 'Zielgruppen, Listen, Gruppen, Filter',
  'also.guards': 'Ausschlüsse, Sperren, Häufigkeit, Ruhe, nicht senden',
  'also.forms': 'Anmeldung, Anmeldeformular, Abonnieren, Opt-in, Einbetten',
  'also.webhook-endpoints': 'Integrationen, ausgehende Webhooks, Schnittstelle',
  'also.webhook-deliveries': 'Webhook-Protokoll, Zustellversuche',
  'also.products': 'Tarife, Preise',
  'also.subscriptions': 'Verlängerungen, Abos, Tarife, Zahlungen',
  'also.events': 'Aktivität, Tracking, Handlungen',
  'also.event-types': 'Ereignisnamen, Aufbau der Ereignisse',
  'also.queue': 'Postausgang, wartende Mails, geplant, hängt',
  'also.messages': 'Transaktionsmails, Belege, Passwort zurücksetzen, einzelne Mail',
  'also.sends': 'gesendet, Protokoll, zugestellt, Versandliste',
  'also.sending': 'Zustellbarkeit, Notschalter, Tempo',
  'also.report': 'Statistik, Auswertung, Zahlen, Öffnungen, Klicks',
  'also.definitions': 'Dateien, Git, Prüfung, Pull Request, alles exportieren',
  'also.profile': 'Absender, Firma, Konto, Zeitzone',
  'also.settings':
    'Optionen, Konfiguration, Sendezeiten, Stellwerte, Stellgrößen, Postanschrift, Einstellungsseite',
  'also.tokens': 'API-Schlüssel, Benutzer, Kollegen, Team, Zugang, Passwörter',
  'also.schema': 'Nachschlagen, Wortschatz',
  'also.changes': 'Verlauf, Protokoll, rückgängig, wer war das, Versionen',
  'also.backups': 'Sicherung, sichern, wiederherstellen',
  'also.checks': 'Doktor, DNS, SPF, DKIM, DMARC, Gesundheit, Diagnose',
  'also.clock': 'Testzeit, Zeitreise',
  'also.verb.create': 'neu, anlegen, erstellen, schreiben',
  'also.verb.update': 'ändern, bearbeiten, umbenennen',
  'also.verb.delete': 'löschen, entfernen, wegwerfen',
  'also.verb.list': 'alle, zeigen, ansehen',
  'also.verb.get': 'öffnen, ansehen',
  'also.verb.duplicate': 'kopieren',
  'also.verb.test-send': 'Testmail, an mich senden, ausprobieren',
  'also.verb.preview': 'ansehen, ausprobieren',
  'also.verb.publish': 'veröffentlichen, live schalten',
  'also.verb.stats': 'Statistik, Öffnungen, Klicks',
  'also.verb.activate': 'starten, live schalten, einschalten',
  'also.verb.pause': 'anhalten, stoppen, ausschalten',
  'also.verb.toggle': 'starten, stoppen, einschalten, ausschalten',
  'also.verb.dry-run': 'simulieren, testen, ausprobieren, durchspielen',
  'also.verb.rollback': 'zurück, rückgängig, frühere Fassung',
  'also.verb.versions': 'Verlauf, ältere',
  'also.verb.cancel': 'stoppen, abbrechen, beenden',
  'also.verb.retry': 'noch einmal, erneut senden',
  'also.verb.schedule': 'später, planen, Zeitpunkt, terminieren',
  'also.verb.send-now': 'senden, verschicken, los',
  'also.verb.import': 'hochladen, übernehmen, laden, umziehen',
  'also.verb.export': 'herunterladen, CSV, sichern',
  'also.verb.tag-many': 'viele, Masse',
  'also.verb.explain': 'warum nicht, nicht angekommen, Fehlersuche',
  'also.verb.timeline': 'Verlauf, Aktivität',
  'also.verb.invite': 'Kollegin hinzufügen, Kollegen hinzufügen, Benutzer, Zugang geben, Team',
  'also.verb.link': 'anmelden, einloggen, Login',
  'also.verb.revert': 'rückgängig, wiederherstellen, zurück',
  'also.verb.rotate-secret': 'Passwort ändern, neuer Schlüssel',
  'also.verb.diff': 'vergleichen, prüfen, planen, was würde sich ändern',
  'also.verb.apply': 'einspielen, freigeben, hochladen',
  'also.verb.embed': 'auf meine Seite, iframe, teilen',
  'also.verb.record': 'aufzeichnen, melden, verfolgen',
  'also.verb.upsert': 'neu, hinzufügen, speichern',
  'also.verb.revoke': 'Zugang entziehen, Schlüssel löschen, aussperren',
  'also.verb.run': 'prüfen, testen, Diagnose',
  'also.verb.dismiss': 'ignorieren, schließen',
  'also.verb.hold': 'stoppen, anhalten',
  'also.verb.release': 'fortsetzen, wieder starten',
  'also.do.update_person':
    'abmelden, abbestellen, nicht mehr senden, austragen, wieder anmelden, umbenennen, Adresse ändern',
  'also.do.delete_person': 'vergessen, DSGVO, Daten löschen, Kontakt löschen',
  'also.do.export_person': 'DSGVO, Auskunft, was wissen wir über',
  'also.do.upsert_person': 'Kontakt hinzufügen, neuer Abonnent, eintragen',
  'also.do.hold_sending': 'nicht mehr senden, Versand stoppen, alles anhalten, Notbremse',
  'also.do.release_sending': 'Versand fortsetzen, wieder senden',
  'also.do.pause_flow': 'nicht mehr senden, Automation stoppen',
  'also.do.pause_broadcast': 'nicht mehr senden, Newsletter anhalten',
  'also.do.cancel_broadcast': 'nicht mehr senden, zurückrufen, Newsletter abbrechen',
  'also.do.create_broadcast': 'Newsletter schreiben, neuer Newsletter, an alle senden, Rundmail',
  'also.do.create_email': 'neue Vorlage, E-Mail schreiben, verfassen',
  'also.do.create_form': 'Anmeldeformular, Adressen sammeln',
  'also.do.create_guard': 'nicht mehr senden, Personen ausschließen, begrenzen',
  'also.do.import_people': 'Kontakte hochladen, CSV, aus einem anderen Programm, Liste importieren',
  'also.do.export_people': 'Kontakte herunterladen, CSV, Liste exportieren',
  'also.do.update_profile': 'Absender ändern, Firmenname, Zeitzone',
  'also.do.update_settings':
    'Sendezeiten, Ruhezeiten, Postanschrift, Abmeldeseite, Einstellungsseite, Stellgrößen, Grenzen',
  'also.do.create_token': 'API-Schlüssel, Zugang für ein Programm',
  'also.do.invite_operator':
    'Kollegin hinzufügen, Kollegen hinzufügen, neuer Benutzer, Zugang geben',
  'also.do.explain_delivery': 'warum keine Mail, nicht bekommen, wo ist meine E-Mail',
  'also.do.send_message': 'einzelne Mail senden, Transaktionsmail, Beleg',
  'also.do.retry_failed_sends': 'erneut senden, noch einmal senden',
  'also.do.check_service': 'Doktor, DNS-Einträge, Domain, kann ich senden',
  'also.do.download_backup': 'alles sichern, Sicherung',
  'also.do.revert_change': 'Fehler rückgängig machen, Gelöschtes wiederherstellen',
  'also.do.diff_definitions': 'Dateien prüfen, mit Git vergleichen, was würde sich ändern',
  'also.do.apply_definitions': 'Dateien freigeben, einspielen aus Git',
  'also.do.record_event': 'Ereignis testen, Ablauf auslösen, Flow auslösen',
  'also.do.tag_people': 'viele ändern, auf eine Liste setzen, Kontakte kennzeichnen',
  'also.do.tag_person': 'auf eine Liste setzen, kennzeichnen',
  'also.do.untag_person': 'von einer Liste nehmen, Kennzeichen entfernen',
  'hint.variables': 'Eine Farbe für hell und für dunkel, eine Länge wie 6px oder Schriften.',
  'hint.theme_key': 'Schlüssel oder Nummer des Designs',
  'hint.replace': 'Nicht genannte Variablen bekommen wieder ihren Standardwert',
  'hint.key': 'Wird aus dem Namen gebildet, wenn leer; ändert sich nie',
  'hint.html': 'HTML mit Liquid; ein Baustein zeigt seine Argumente als Variablen',
  'hint.theme': 'Leer: das Standarddesign',
  'hint.layout_id': 'Nummer des Layouts',
  'hint.component_key': 'Schlüssel oder Nummer des Bausteins',
  'hint.title': 'Wie Sie es nennen; Leser sehen es nie',
  'hint.from_address': 'Eine Adresse oder Name und Adresse als Name <Adresse>; leer: wie im Profil',
  'hint.reply_to': 'Wohin Antworten gehen; leer: wie im Profil',
  'hint.body_markdown': 'Markdown mit Liquid, etwa {{ person.first_name }}',
  'hint.translations':
    'subject, pre_header und body_markdown je Sprachkürzel, etwa de; sie ersetzen alle bisherigen.',
  'hint.labels': 'Diese Labels ersetzen alle bisherigen',
  'hint.template_id': 'Leer: das Standardlayout',
  'hint.template': 'Schlüssel des Layouts, statt seiner Nummer',
  'hint.tracking': 'Ob Öffnungen und Klicks gezählt werden',
  'hint.kind': 'Transaktionsmails, etwa Belege, versenden nur Abläufe, auch an Abgemeldete',
  'hint.email_id': 'Nach ihrem Titel',
  'hint.permanent': 'Endgültig löschen; nicht möglich, solange etwas sie verwendet',
  'hint.to': 'Eine Adresse oder mehrere',
  'hint.person_id': 'Wessen Werte eingesetzt werden',
  'hint.language': 'Ein Sprachkürzel wie de-AT; leer: die Sprache der Person',
  'hint.draft': 'Den Entwurf nehmen',
  'hint.base_revision': 'Stand, auf dem die Änderung beruht',
  'hint.draft_revision':
    'Stand des Entwurfs, den Sie sich angesehen haben; ein anderer wird abgelehnt',
  'hint.holder_id': 'Nummer des Schritts oder des Rundschreibens',
  'hint.repeat_mode':
    'Was ein zweiter Durchlauf versendet: alles erneut, nur noch nicht Erhaltenes oder nichts',
  'hint.sequence_id': 'Nach ihrem Namen',
  'hint.email': 'Schlüssel der E-Mail, statt ihrer Nummer',
  'hint.position': 'Spätere Schritte rücken nach hinten; leer: am Ende',
  'hint.delay_amount': 'Nach dem vorigen Schritt; leer: keine',
  'hint.delay_unit': 'Leer: Tage',
  'hint.step_id': 'Nummer des Schritts',
  'hint.run_policy': 'Ob eine Person einmal durchläuft oder so oft, wie der Auslöser eintritt',
  'hint.definition': 'Auslöser und Schritte',
  'hint.flow_key': 'Schlüssel oder Nummer des Ablaufs',
  'hint.force': 'Auch dann, wenn Schritte wegfallen, auf denen Personen stehen',
  'hint.version_id': 'Nummer der Version',
  'hint.run_id': 'Nummer des Durchlaufs',
  'hint.step': 'Nummer oder Name des Schritts',
  'hint.from': 'Nummer oder Name des Schritts',
  'hint.sites': 'Websites, deren Seiten es zeigen dürfen; leer: alle',
  'hint.expires_at': 'Datum und Uhrzeit',
  'hint.timezone': 'Etwa Europe/Berlin',
  'hint.people': 'Ein Objekt je Person',
  'hint.person': 'Nummer oder Adresse der Person',
  'hint.type': 'Leer: Text',
  'hint.field_key': 'Schlüssel des Feldes',
  'hint.content': 'Die ganze Datei',
  'hint.mapping':
    'Was jede Spalte enthält: email, first_name, last_name, tags, fields.<Schlüssel> oder ignore',
  'hint.other_columns': 'Was aus unbekannten Spalten wird',
  'hint.clear_blank': 'Leere Zellen löschen, was dort stand',
  'hint.skip_bad_cells':
    'Fehlerhafte Zellen auslassen und den Rest der Zeile importieren; nie Adressen und Abmeldungen',
  'hint.date_order': 'Bei Daten wie 03/04/2025; leer: sie werden abgelehnt',
  'hint.tags': 'Tags der Person',
  'hint.trigger': 'Änderungen als Ereignisse erfassen, die Abläufe starten',
  'hint.import_id': 'Nummer des Imports',
  'hint.q': 'Ein beliebiger Teil einer Adresse oder eines Namens',
  'hint.segment': 'Schlüssel oder Nummer des Segments',
  'hint.suppression': 'Warum sie keine E-Mails bekommen; none: wer E-Mails bekommt',
  'hint.created_until': 'Dieser Tag zählt nicht mehr mit',
  'hint.everybody': 'Statt Filtern',
  'hint.tagging_id': 'Nummer der Änderung von Tags',
  'hint.segment_id': 'Alle, die beim Versand darin sind',
  'hint.emails_per_hour': 'Leer: wie in den Einstellungen',
  'hint.exclude':
    'Wer eines dieser Rundschreiben bekommen hat oder in einem dieser Segmente ist, bekommt nichts',
  'hint.create_broadcast.email_source': 'Nötig, außer wenn Varianten verglichen werden',
  'hint.variants':
    'E-Mails, die verglichen werden, je mit name, email_id und weight, statt einer eigenen E-Mail.',
  'hint.winner':
    'metric, sample_percent, after und goal: Eine Stichprobe geht zuerst hinaus, der Rest bekommt die beste. Leer: Alle Varianten gehen bis zum Ende hinaus.',
  'hint.recheck_segment': 'Auslassen, wer das Segment inzwischen verlassen hat',
  'hint.broadcast_id': 'Nach seinem Namen',
  'hint.send_at_local':
    'Statt eines Zeitpunkts: wenn die Uhren der Person dies zeigen, etwa 2030-01-31T09:00',
  'hint.send_at': 'Datum und Uhrzeit in der Zukunft, etwa 2030-01-31T09:00',
  'hint.segment_key': 'Schlüssel oder Nummer des Segments',
  'hint.condition': 'Wen sie aufhält',
  'hint.enabled': 'Leer: an',
  'hint.form_key': 'Schlüssel oder Nummer des Formulars',
  'hint.purpose': 'Wofür die Einwilligung gilt: marketing oder die Kennung eines Schalters',
  'hint.consent_text':
    'Der Wortlaut, dem Besucher zustimmen; er wird mit der Einwilligung aufbewahrt',
  'hint.set_fields': 'Eigene Felder, die bei der Bestätigung gesetzt werden, nach Schlüssel.',
  'hint.double_opt_in': 'An: vor der Bestätigung per E-Mail wird nichts gespeichert',
  'hint.confirm_email_id':
    'Eine Transaktionsmail, die {{ confirm_url }} enthält; leer: die mitgelieferte',
  'hint.redirect_url':
    'Wohin Besucher nach der Bestätigung kommen; leer: auf eine Seite, die es sagt',
  'hint.allowed_origins': 'Websites, die die Seite einbetten und an das Formular senden dürfen',
  'hint.tests': 'Alle Tests des Ablaufs, nach Namen',
  'hint.create_form.name': 'Die Überschrift der Seite',
  'hint.create_form.fields': 'Was die Seite neben der Adresse abfragt',
  'hint.create_form.tags': 'Werden bei der Bestätigung vergeben',
  'hint.update_form.name': 'Die Überschrift der Seite',
  'hint.update_form.fields': 'Was die Seite neben der Adresse abfragt',
  'hint.update_form.tags': 'Werden bei der Bestätigung vergeben; ersetzen alle bisherigen',
  'hint.guard_key': 'Schlüssel oder Nummer der Sperre',
  'hint.product_key': 'Schlüssel des Produkts',
  'hint.occurred_at': 'Datum und Uhrzeit mit Zeitverschiebung, etwa 2026-05-01T09:00:00Z',
  'hint.historical':
    'Aus der Vergangenheit: startet keinen Ablauf, außer wenn der Auslöser es zulässt',
  'hint.idempotency_key': 'Ein zweites Ereignis mit demselben Schlüssel wird nicht erfasst',
  'hint.attribution': 'Behalten wird die des ersten Ereignisses, das eine mitbringt',
  'hint.events': 'Ein Objekt je Ereignis',
  'hint.send_id': 'Nummer der Sendung',
  'hint.source': 'Leer: alle außer Tests',
  'hint.source_id': 'Nummer dieses Ablaufs, dieser Sequenz oder dieses Rundschreibens',
  'hint.reason': 'Ein Teil der Antwort des Anbieters',
  'hint.since': 'Nur was ab dann fällig war oder fehlschlug',
  'hint.include_uncertain':
    'Auch E-Mails, die vielleicht schon angekommen sind und dann doppelt ankommen können',
  'hint.include_failed': 'Leer: ja',
  'hint.files': 'Der ganze Baum: Inhalte nach Pfad',
  'hint.base':
    'Der Stand, von dem die Dateien abgerufen wurden; seither Geändertes wird nicht überschrieben',
  'hint.prune': 'Löschen, was keine Datei hat',
  'hint.strict': 'Ist etwas blockiert, kommt ein Konflikt mit demselben Inhalt',
  'hint.preview_person_id': 'Mit wessen Werten Vorschauen gefüllt sind, wenn niemand genannt ist',
  'hint.settings': 'Werte nach Schlüssel; ein fehlerhafter verhindert alle',
  'hint.scope': 'Was das Token darf',
  'hint.scopes': 'Was das Token darf',
  'hint.allowed_ips': 'Adressen und Bereiche, die es verwenden dürfen; leer: alle',
  'hint.token_id': 'Nummer des Tokens; leer: Ihr eigenes',
  'hint.change_id': 'Nummer der Änderung',
  'hint.made_at': 'Leer: jetzt',
  'hint.load_example.ends_at': 'Das Ende der fünf Wochen; leer: jetzt',
  'hint.now': 'Datum und Uhrzeit mit Zeitverschiebung',
  'hint.name': 'Leer: der Schlüssel',
  'hint.cancel_message.message_id': 'Auch die Nummer der Sendung',
  'hint.send_message.attachments': 'Dateien, dekodiert zusammen höchstens 10 MB',
  'hint.send_message.bcc': 'Diese Adressen sieht sonst niemand',
  'hint.send_message.cc': 'Diese Adressen sehen alle Empfänger',
  'hint.send_message.data': 'Werte, die der Text als data einsetzt, etwa data.code',
  'hint.send_message.headers': 'Etwa X-Order, In-Reply-To oder References',
  'hint.send_message.transactional': 'Was die E-Mail ist; leer: wie sie es sagt',
  'hint.record_consent.text': 'Der Wortlaut, den die Person gesehen hat; leer: nicht bekannt',
  'hint.record_consent.at': 'Leer: jetzt',
  'hint.record_event.email': 'Wem es geschehen ist; eine neue Adresse legt eine neue Person an',
  'hint.record_event.name': 'In der Vergangenheitsform, etwa signed_up',
  'hint.create_guard.labels': 'Der E-Mails, für die sie gilt; keine: alle',
  'hint.webhook_endpoint': 'Schlüssel oder Nummer',
  'hint.create_webhook_endpoint.key': 'Leer: wird aus dem Hostnamen gebildet; ändert sich nie',
  'hint.create_webhook_endpoint.url': 'Beginnt mit https://, an einer öffentlichen Adresse',
  'hint.create_webhook_endpoint.events':
    'Etwa email.bounced; email.* für alle einer Art, * für alle',
  'hint.create_webhook_endpoint.enabled': 'Leer: ja',
  'hint.update_webhook_endpoint.url': 'Beginnt mit https://, an einer öffentlichen Adresse',
  'hint.update_webhook_endpoint.events':
    'Etwa email.bounced; email.* für alle einer Art, * für alle',
  'hint.rotate_webhook_secret.keep_hours':
    'Wie lange auch das alte Geheimnis noch signiert; leer: 24, 0: gar nicht',
  'hint.webhook_delivery_id': 'Nummer der Zustellung',
  'hint.update_guard.labels': 'Der E-Mails, für die sie gilt; keine: alle',
  'hint.invite_operator.name': 'Der Person; der Verlauf zeigt ihn',
  'hint.invite_operator.expires_at': 'Leer: nie',
  'hint.create_token.expires_at': 'Leer: nie',
  'hint.embed_flow.expires_at': 'Leer: in 90 Tagen',
  'hint.embed_flow.name': 'Des Tokens; leer: der Name des Ablaufs',
  'hint.create_product.key': 'Wie Ereignisse es nennen; ändert sich nie',
  'hint.create_layout.html': 'HTML mit Liquid und genau einmal {{ content }}',
  'hint.update_layout.html': 'HTML mit Liquid und genau einmal {{ content }}',
  'hint.create_segment.definition': 'Wer darin ist',
  'hint.update_segment.definition': 'Wer darin ist',
  'hint.move_parked_runs.to': 'Nummer oder Name des Schritts',
  'hint.revert_change.force': 'Auch wenn sich der Eintrag seither geändert hat',
  'hint.update_profile.base_url':
    'Die Adresse dieses Dienstes, mit der Links in Mails beginnen. Leer: die, mit der er gestartet wurde (BASE_URL).',
  'hint.hold_sending.reason': 'Die Warteschlange zeigt ihn',
  'hint.import_people.tags': 'Für alle in der Datei',
  'hint.create_theme.accent': 'Eine Farbe als Hex, aus der alle erzeugt werden',
  'said.operation': '„{name}“',
  'said.check.check_late': 'Die Prüfung „{check}“ wurde nach {seconds} s abgebrochen',
  'said.check.check_late.fix': 'Prüfen Sie erneut; bleibt es dabei, sehen Sie ins Protokoll.',
  'said.check.check_failed': 'Die Prüfung „{check}“ ist fehlgeschlagen',
  'said.check.check_failed.fix': 'Prüfen Sie erneut; bleibt es dabei, sehen Sie ins Protokoll.',
  'said.check.sender_set': 'Mails kommen von {sender}',
  'said.check.sender_missing':
    'Es ist kein Absender festgelegt, deshalb werden Mails zurückgehalten',
  'said.check.sender_missing.fix':
    'Setzen Sie MAIL_FROM, oder default_from_address mit update_profile.',
  'said.check.provider_missing':
    'Es ist kein Mailanbieter eingestellt, deshalb wird jede Mail zu einer Datei in {folder}',
  'said.check.provider_missing.fix': 'Setzen Sie MAIL_PROVIDER oder SMTP_URL.',
  'said.check.submission_without_tls':
    'SUBMISSION_PORT lauscht auf {host} ohne TLS, deshalb kann sich kein Programm anmelden',
  'said.check.submission_without_tls.fix':
    'Setzen Sie SUBMISSION_TLS_CERT und SUBMISSION_TLS_KEY, oder binden Sie HOST an die Loopback-Adresse.',
  'said.check.api_answers': '{provider} auf {host} antwortet',
  'said.check.api_silent': '{provider} auf {host} antwortet nicht',
  'said.check.api_silent.fix': 'Prüfen Sie, ob dieser Rechner sich mit {host} verbinden darf.',
  'said.check.smtp_answers': 'Der SMTP-Server {host} antwortet',
  'said.check.smtp_silent': 'Der SMTP-Server {host} antwortet nicht',
  'said.check.smtp_silent.fix':
    'Prüfen Sie SMTP_URL, und ob dieser Rechner sich dorthin verbinden darf.',
  'said.check.smtp_no_greeting': 'Der SMTP-Server {host} grüßt nicht',
  'said.check.smtp_no_greeting.fix':
    'Prüfen Sie SMTP_URL, und ob dieser Rechner sich dorthin verbinden darf.',
  'said.check.outbox_writable': 'In den Ausgangsordner {folder} kann geschrieben werden',
  'said.check.outbox_not_writable': 'In den Ausgangsordner {folder} kann nicht geschrieben werden',
  'said.check.outbox_not_writable.fix':
    'Setzen Sie OUTBOX_DIR auf einen Ordner, in den dieser Benutzer schreiben darf.',
  'said.check.dkim_key_signs': 'Mails werden mit {name} signiert',
  'said.check.dkim_key_short':
    'Mails werden mit {name} signiert, einem RSA-Schlüssel von {bits} Bit, was kurz ist',
  'said.check.dkim_key_short.fix':
    'Erzeugen Sie mit „openssl genrsa 2048“ einen Schlüssel von 2048 Bit, veröffentlichen Sie ihn unter einem anderen Selektor, und setzen Sie dann DKIM_SELECTOR und DKIM_PRIVATE_KEY.',
  'said.check.webhooks_received': 'Webhooks werden unter /webhooks/{provider} empfangen',
  'said.check.webhooks_missing': 'Webhooks: Unzustellbares und Beschwerden werden nicht empfangen',
  'said.check.webhooks_missing.fix':
    'Setzen Sie {variables}, und lassen Sie {provider} an /webhooks/{provider} senden.',
  'said.check.webhooks_missing_smtp':
    'Webhooks: Unzustellbares und Beschwerden werden nicht empfangen',
  'said.check.webhooks_missing_smtp.fix':
    'Setzen Sie WEBHOOK_PASSWORD_SMTP, und lassen Sie den Mailserver seine Berichte an /webhooks/smtp senden. Führt SMTP_URL zu einem Anbieter, so setzen Sie die Variablen seiner Webhooks.',
  'said.check.endpoint_gone':
    'Webhook-Endpunkt {key}: abgeschaltet seit {at}, weil er mit 410 Gone antwortete',
  'said.check.endpoint_gone.fix':
    'Reparieren Sie den Empfänger, dann „postroad webhook-endpoints update {key} --enabled true“; oder löschen Sie den Endpunkt.',
  'said.check.endpoint_failing':
    'Webhook-Endpunkt {key}: abgeschaltet seit {at}, weil 5 Tage lang keine Zustellung ankam',
  'said.check.endpoint_failing.fix':
    'Reparieren Sie den Empfänger, dann „postroad webhook-endpoints update {key} --enabled true“; oder löschen Sie den Endpunkt.',
  'said.check.dns_silent': '{record}: DNS antwortet nicht für {name}',
  'said.check.dns_silent.fix':
    'Prüfen Sie, ob dieser Rechner einen Nameserver fragen kann, und prüfen Sie dann erneut.',
  'said.check.spf_missing': 'SPF: {domain} hat keinen Eintrag',
  'said.check.spf_missing.fix':
    'Veröffentlichen Sie unter {domain} einen TXT-Eintrag, der mit v=spf1 beginnt und nennt, wer senden darf, so wie es Ihr Anbieter angibt.',
  'said.check.spf_several': 'SPF: {domain} hat {records} Einträge, deshalb gilt keiner',
  'said.check.spf_several.fix': 'Fassen Sie sie in einem Eintrag zusammen, der mit v=spf1 beginnt.',
  'said.check.spf_open': 'SPF: Der Eintrag von {domain} lässt alle in ihrem Namen senden',
  'said.check.spf_open.fix': 'Beenden Sie ihn mit ~all oder -all statt mit all.',
  'said.check.spf_there': 'SPF: {domain} hat einen Eintrag',
  'said.check.dkim_unsigned': 'DKIM: Mails werden hier nicht signiert',
  'said.check.dkim_unsigned.fix':
    'Setzen Sie die Variablen für DKIM, wenn nicht Ihr SMTP-Server für Ihre Domain signiert.',
  'said.check.dkim_by_provider': 'DKIM: {provider} signiert, mit eigenen Schlüsseln',
  'said.check.dkim_not_aligned': 'DKIM: Mails von {domain} sind von {signer} signiert',
  'said.check.dkim_not_aligned.fix':
    'Setzen Sie DKIM_DOMAIN auf {domain} oder eine Domain darüber, und veröffentlichen Sie den Schlüssel dort.',
  'said.check.dkim_no_key': 'DKIM: {name} hat keinen Schlüssel',
  'said.check.dkim_no_key.fix':
    'Veröffentlichen Sie unter {name} einen TXT-Eintrag mit v=DKIM1 und der öffentlichen Hälfte von DKIM_PRIVATE_KEY als p=.',
  'said.check.dkim_other_key': 'DKIM: {name} hat einen anderen Schlüssel als den, der signiert',
  'said.check.dkim_other_key.fix':
    'Veröffentlichen Sie unter {name} einen TXT-Eintrag mit v=DKIM1 und der öffentlichen Hälfte von DKIM_PRIVATE_KEY als p=.',
  'said.check.dkim_there': 'DKIM: {name} hat den Schlüssel, der signiert',
  'said.check.dmarc_missing':
    'DMARC: {domain} hat keinen Eintrag, den Gmail und Yahoo für Massenmails verlangen',
  'said.check.dmarc_missing.fix':
    'Veröffentlichen Sie unter _dmarc.{domain} einen TXT-Eintrag, zunächst „v=DMARC1; p=none; rua=mailto:“ mit einer Adresse, die die Berichte bekommt.',
  'said.check.dmarc_there': 'DMARC: {name} hat einen Eintrag',
  'said.check.ptr_inside':
    'PTR: {host} steht in diesem Netz; schlagen Sie die Adresse nach, unter der er sendet',
  'said.check.ptr_missing': 'PTR: Kein Name von {address} ({host}) führt dorthin zurück',
  'said.check.ptr_missing.fix':
    'Wenn dieser Server Mails selbst zustellt, lassen Sie der Adresse von ihrem Netz einen Namen geben, der zu ihr zurückführt.',
  'said.check.ptr_there': 'PTR: Der Name von {host} führt dorthin zurück',
  'said.check.database_clock_agrees':
    'Die Uhr dieses Rechners stimmt mit der Uhr der Datenbank überein',
  'said.check.database_clock_ahead':
    'Die Uhr dieses Rechners geht gegenüber der Uhr der Datenbank {seconds} s vor',
  'said.check.database_clock_ahead.fix':
    'Lassen Sie die Uhr beider Rechner von NTP stellen, etwa mit „timedatectl set-ntp true“; die Zeiten von Mails, Token und Signaturen hängen davon ab.',
  'said.check.database_clock_behind':
    'Die Uhr dieses Rechners geht gegenüber der Uhr der Datenbank {seconds} s nach',
  'said.check.database_clock_behind.fix':
    'Lassen Sie die Uhr beider Rechner von NTP stellen, etwa mit „timedatectl set-ntp true“; die Zeiten von Mails, Token und Signaturen hängen davon ab.',
  'said.check.provider_clock_agrees':
    'Die Uhr dieses Rechners stimmt mit der Uhr von {provider} überein',
  'said.check.provider_clock_ahead':
    'Die Uhr dieses Rechners geht gegenüber der Uhr von {provider} {seconds} s vor',
  'said.check.provider_clock_ahead.fix':
    'Lassen Sie die Uhr beider Rechner von NTP stellen, etwa mit „timedatectl set-ntp true“; die Zeiten von Mails, Token und Signaturen hängen davon ab.',
  'said.check.provider_clock_behind':
    'Die Uhr dieses Rechners geht gegenüber der Uhr von {provider} {seconds} s nach',
  'said.check.provider_clock_behind.fix':
    'Lassen Sie die Uhr beider Rechner von NTP stellen, etwa mit „timedatectl set-ntp true“; die Zeiten von Mails, Token und Signaturen hängen davon ab.',
  'said.check.disk_free': 'Auf dem Datenträger von {folder} sind {gibibytes} GiB frei',
  'said.check.disk_low': 'Auf dem Datenträger von {folder} sind {gibibytes} GiB frei',
  'said.check.disk_low.fix':
    'Schaffen Sie Platz, oder verlegen Sie DATA_DIR auf einen größeren Datenträger; ist er voll, lässt sich nichts mehr speichern.',
  'said.check.work_done': 'Arbeit: Nichts ist verspätet',
  'said.check.sending_held': 'Versand: Alle Mails werden seit {since} zurückgehalten',
  'said.check.sending_held.fix':
    'Sehen Sie sich die Warteschlange an, und geben Sie den Versand dann mit release_sending frei.',
  'said.check.sends_late':
    'Warteschlange: Mails, die seit {since} fällig sind, wurden nicht gesendet',
  'said.check.sends_late.fix':
    'Starten Sie „postroad serve“ oder „postroad worker“, und sehen Sie sich last_error in list_queue an.',
  'said.check.runs_late': 'Abläufe: Durchläufe, die seit {since} fällig sind, gingen nicht weiter',
  'said.check.runs_late.fix':
    'Starten Sie „postroad serve“ oder „postroad worker“; läuft schon einer, sehen Sie in sein Protokoll, oder starten Sie einen zweiten.',
  'said.check.sequences_late':
    'Sequenzen: Personen, die seit {since} fällig sind, kamen nicht zu ihrem nächsten Schritt',
  'said.check.sequences_late.fix':
    'Starten Sie „postroad serve“ oder „postroad worker“; läuft schon einer, sehen Sie in sein Protokoll.',
  'said.check.broadcasts_late':
    'Rundschreiben: Eines, das seit {since} fällig ist, geht nicht weiter',
  'said.check.broadcasts_late.fix':
    'Starten Sie „postroad serve“ oder „postroad worker“; läuft schon einer, sehen Sie in sein Protokoll.',
  'said.check.renewals_late': 'Verlängerungen, Daten und Zeitpläne: seit {since} nicht geprüft',
  'said.check.renewals_late.fix':
    'Starten Sie „postroad serve“ oder „postroad worker“; Erinnerungen werden nur an ihrem Tag gesendet.',
  'said.check.opt_outs_late':
    'Abmeldungen: Eine, die seit {since} fällig ist, wurde dem Mailanbieter nicht gemeldet',
  'said.check.opt_outs_late.fix':
    'Starten Sie „postroad serve“ oder „postroad worker“, und sehen Sie in sein Protokoll.',
  'said.check.sends_postponed':
    'Warteschlange: {count} Mails wurden verschoben, die letzte mit einem Fehler',
  'said.check.sends_postponed.one': 'Warteschlange: 1 Mail wurde verschoben, mit einem Fehler',
  'said.check.sends_postponed.fix':
    'Der Versand wird von selbst erneut versucht; bleibt es dabei, beheben Sie diesen Fehler.',
  'said.check.sends_uncertain': 'Warteschlange: Bei {count} Mails ist ungewiss, ob sie ankamen',
  'said.check.sends_uncertain.one': 'Warteschlange: Bei 1 Mail ist ungewiss, ob sie ankam',
  'said.check.sends_uncertain.fix':
    'Sehen Sie sie sich mit list_queue unter „Ungewiss“ an, und wählen Sie dann retry_send oder dismiss_send für jede, oder dismiss_uncertain_sends für alle.',
  'said.check.backup_made': 'Sicherung: angelegt am {at}',
  'said.check.backup_missing': 'Sicherung: Es ist keine bekannt',
  'said.check.backup_missing.fix':
    'Führen Sie „postroad backup <datei>“ jeden Tag aus, etwa mit cron. Nach einer Sicherung mit anderen Werkzeugen rufen Sie record_backup auf.',
  'said.check.backup_old': 'Sicherung: Die letzte wurde am {at} angelegt, vor mehr als 7 Tagen',
  'said.check.backup_old.fix':
    'Führen Sie „postroad backup <datei>“ jeden Tag aus, etwa mit cron. Nach einer Sicherung mit anderen Werkzeugen rufen Sie record_backup auf.',
  'said.check.standby_synchronous': 'Replikation: Ein Standby-Server ist synchron',
  'said.check.standby_asynchronous':
    'Bei einem Ausfall können die letzten Sekunden verloren gehen: Mails aus dieser Zeit werden dann vielleicht noch einmal gesendet.',
  'said.check.standby_asynchronous.fix':
    'Nennen Sie einen Standby-Server in synchronous_standby_names des Datenbankservers, wenn das nicht hinnehmbar ist.',
  'said.check.standby_hidden':
    'Replikation: Der Rolle aus DATABASE_URL wird nicht gezeigt, ob ein Standby-Server synchron ist',
  'said.check.standby_hidden.fix':
    'Geben Sie ihr pg_read_all_stats, oder fragen Sie, wer den Datenbankserver betreibt.',
  'said.check.replica_answers': 'Lesereplikat: Es beantwortet Lesezugriffe',
  'said.check.replica_away':
    'Das Lesereplikat antwortet nicht, deshalb wird alles vom Hauptserver gelesen.',
  'said.check.replica_away.fix':
    'Sehen Sie sich den Server aus REPLICA_URL und das Protokoll von Postroad an.',
  'said.check.replica_behind':
    'Das Lesereplikat liegt mehr als 30 s zurück, deshalb wird alles vom Hauptserver gelesen.',
  'said.check.replica_behind.fix':
    'Sehen Sie sich den Server aus REPLICA_URL und das Protokoll von Postroad an.',
  'said.check.replica_writes':
    'Das Lesereplikat nimmt Schreibzugriffe an und folgt niemandem, deshalb wird alles vom Hauptserver gelesen.',
  'said.check.replica_writes.fix':
    'Sehen Sie sich den Server aus REPLICA_URL und das Protokoll von Postroad an.',
  'said.check.replica_foreign':
    'Das Lesereplikat folgt einer anderen Datenbank, deshalb wird alles vom Hauptserver gelesen.',
  'said.check.replica_foreign.fix':
    'Sehen Sie sich den Server aus REPLICA_URL und das Protokoll von Postroad an.',
  'said.check.replica_pooled':
    'Das Lesereplikat steht hinter einem Pooler, der vorbereitete Anweisungen verliert, deshalb wird alles vom Hauptserver gelesen.',
  'said.check.replica_pooled.fix':
    'Sehen Sie sich den Server aus REPLICA_URL und das Protokoll von Postroad an.',
  'said.check.notifications_missing':
    'Benachrichtigungen: Es kommt keine an, deshalb gibt es keine Änderungen in Echtzeit, und Arbeit anderer Prozesse wird eine Sekunde später gefunden',
  'said.check.notifications_missing.fix':
    'DATABASE_URL führt zu einem Pooler im Transaktionsmodus, durch den keine Benachrichtigung ankommt. Setzen Sie LISTEN_DATABASE_URL auf die Adresse des Servers selbst.',
  'said.check.secret_key_in_database':
    'Der Schlüssel, der Links signiert und gespeicherte Antworten versiegelt, liegt in der Datenbank; wer eine Kopie oder Sicherung von ihr hat, kann jeden Link fälschen',
  'said.check.secret_key_in_database.fix':
    'Setzen Sie SECRET_KEY für jeden Prozess auf die Ausgabe von „openssl rand -hex 32“; früher signierte Links gelten weiter.',
  'said.check.secret_key_outside': 'SECRET_KEY liegt außerhalb der Datenbank',
  'said.check.keys_lost': '{count} Schlüssel, die Mails signiert haben, sind nicht mehr bekannt',
  'said.check.keys_lost.one': 'Ein Schlüssel, der Mails signiert hat, ist nicht mehr bekannt',
  'said.check.keys_lost.fix':
    'Links in Mails, die mit früheren Schlüsseln signiert wurden, funktionieren nicht, und wer unter ihnen gelöscht wurde, kann wieder Mails bekommen. Geben Sie diese Schlüssel in SECRET_KEY_PREVIOUS an.',
  'said.check.folder_open':
    '{variable} {folder}: Andere Benutzer dieses Rechners können den Ordner öffnen (Modus {mode})',
  'said.check.folder_open.fix': 'Führen Sie „chmod 700 {folder}“ aus.',
  'said.check.erasures_unwritable':
    'Die Liste der Löschungen kann nicht nach {file} geschrieben werden; eine wiederhergestellte Sicherung brächte gelöschte Personen zurück',
  'said.check.erasures_unwritable.fix':
    'Legen Sie den Ordner an und lassen Sie den Benutzer des Dienstes dort schreiben, oder setzen Sie ERASURES_FILE auf eine andere Datei.',
  'said.meant': 'Schreiben Sie „{near}“, wenn das gemeint ist.',
  'said.issue.trigger_missing': 'Der Ablauf hat keinen Auslöser.',
  'said.issue.trigger_missing.fix': 'Legen Sie fest, welches Ereignis ihn startet.',
  'said.issue.trigger_type_unknown': 'Die Art des Auslösers „{value}“ gibt es nicht.',
  'said.issue.trigger_type_unknown.fix':
    'Lassen Sie „type“ weg, wenn ein Ereignis den Ablauf starten soll.',
  'said.issue.trigger_keys_unknown': 'Der Auslöser kennt keine Angabe „{name}“.',
  'said.issue.trigger_keys_unknown.fix': 'Lassen Sie die Angabe weg.',
  'said.issue.event_unknown': 'Das Ereignis „{value}“ wurde bisher nie erfasst.',
  'said.issue.event_unknown.fix':
    'Vergleichen Sie die Schreibweise mit list_event_types, oder lassen Sie es so, wenn das Ereignis noch kommt.',
  'said.issue.trigger_key_malformed':
    '„{key}“ fehlt im Auslöser oder hat einen Wert, der dort nicht gilt.',
  'said.issue.trigger_key_malformed.fix': 'Geben Sie für „{key}“ einen gültigen Wert an.',
  'said.issue.trigger_days_malformed':
    'Der Auslöser braucht entweder Tage vor oder Tage nach dem Datum.',
  'said.issue.trigger_days_malformed.fix':
    'Behalten Sie eines von „Tage vorher“ und „Tage danach“; 0 ist das Datum selbst.',
  'said.issue.trigger_field_not_date': 'Das Feld „{value}“ enthält kein Datum.',
  'said.issue.trigger_field_not_date.fix':
    'Nennen Sie ein eigenes Feld der Art Datum; list_fields zeigt die Arten.',
  'said.issue.trigger_rrule_malformed':
    'Die Regel des Zeitplans lässt sich nicht lesen oder hat Teile, die ein Zeitplan nicht haben kann.',
  'said.issue.trigger_rrule_malformed.fix':
    'Schreiben Sie eine Regel wie FREQ=WEEKLY;BYDAY=MO;BYHOUR=9, ohne DTSTART und COUNT.',
  'said.issue.trigger_never_starts': 'Der Zeitplan hat keinen Zeitpunkt mehr vor sich.',
  'said.issue.trigger_never_starts.fix':
    'Nennen Sie Tage, die es gibt, und lassen Sie UNTIL weg oder setzen Sie es später.',
  'said.issue.trigger_repeats_once':
    'Der Auslöser wiederholt sich, aber der Ablauf nimmt jede Person nur einmal auf.',
  'said.issue.trigger_repeats_once.fix':
    'Lassen Sie den Ablauf jede Person mehrmals aufnehmen, oder lassen Sie es so, wenn einmal gemeint ist.',
  'said.issue.renewal_policy_mismatch':
    'Der Auslöser wiederholt sich bei jeder Verlängerung, aber der Ablauf nimmt jede Person nur einmal auf.',
  'said.issue.renewal_policy_mismatch.fix':
    'Lassen Sie den Ablauf jede Person mehrmals aufnehmen, oder schalten Sie die Wiederholung im Auslöser aus.',
  'said.issue.goals_malformed': 'Die Ziele des Ablaufs lassen sich nicht lesen.',
  'said.issue.goals_malformed.fix':
    'Schreiben Sie die Ziele als Liste, etwa [{"name": "gekauft", "event": {"name": "order_paid"}}].',
  'said.issue.goal_target_malformed':
    'Das Ziel braucht genau eines: ein Ereignis oder eine Bedingung.',
  'said.issue.goal_target_malformed.fix':
    'Geben Sie an, welches Ereignis oder welche Bedingung das Ziel erreicht.',
  'said.issue.goal_key_malformed':
    '„{key}“ fehlt im Ziel oder hat einen Wert, der dort nicht gilt.',
  'said.issue.goal_key_malformed.fix': 'Geben Sie für „{key}“ einen gültigen Wert an.',
  'said.issue.goal_keys_unknown': 'Ein Ziel kennt keine Angabe „{name}“.',
  'said.issue.goal_keys_unknown.fix':
    'Lassen Sie die Angabe weg; ein Ziel hat „name“, „event“, „condition“, „within“ und „exit“.',
  'said.issue.goal_name_duplicate': 'Ein anderes Ziel heißt schon „{value}“.',
  'said.issue.goal_name_duplicate.fix':
    'Geben Sie jedem Ziel einen eigenen Namen; Durchläufe merken sich Ziele daran.',
  'said.issue.too_many_goals': 'Der Ablauf hat zu viele Ziele.',
  'said.issue.too_many_goals.fix':
    'Fassen Sie Ziele zusammen: Eine Bedingung kann mehrere zur Wahl stellen.',
  'said.issue.nodes_malformed': 'Der Ablauf hat keine Liste von Schritten.',
  'said.issue.nodes_malformed.fix': 'Schreiben Sie die Schritte als Liste unter „nodes“.',
  'said.issue.nodes_empty': 'Der Ablauf hat keine Schritte, er ist also fertig, sobald er beginnt.',
  'said.issue.nodes_empty.fix': 'Fügen Sie einen Schritt hinzu, etwa eine E-Mail.',
  'said.issue.too_many_steps': 'Der Ablauf hat zu viele Schritte; so wird er nicht gespeichert.',
  'said.issue.too_many_steps.fix':
    'Teilen Sie den Ablauf: Lassen Sie ein Ereignis den nächsten starten.',
  'said.issue.definition_keys_unknown': 'Die Angabe „{name}“ liest niemand.',
  'said.issue.definition_keys_unknown.fix':
    'Entfernen Sie sie; eine Definition hat „trigger“, „goals“, „node_counter“ und „nodes“.',
  'said.issue.counter_malformed':
    'Der gesendete node_counter ist keine mögliche Zahl und wurde nicht beachtet.',
  'said.issue.counter_malformed.fix':
    'Senden Sie den gelesenen node_counter zurück, oder lassen Sie ihn weg.',
  'said.issue.counter_behind':
    'Der gesendete node_counter ist niedriger als eine schon vergebene Nummer und wurde angehoben.',
  'said.issue.counter_behind.fix':
    'Senden Sie den gelesenen node_counter zurück, damit keine Nummer zweimal vergeben wird.',
  'said.issue.stray_pointer': '„{name}“ ist ein Überbleibsel und wird nie gelesen.',
  'said.issue.stray_pointer.fix':
    'Lassen Sie die Angabe weg; die Schritte laufen in der Reihenfolge der Liste.',
  'said.issue.step_malformed': 'Ein Eintrag der Liste ist kein Schritt.',
  'said.issue.step_malformed.fix': 'Schreiben Sie jeden Schritt als Objekt mit einer Art („type“).',
  'said.issue.id_missing': 'Der Schritt hat keine Nummer, und es ist keine mehr frei.',
  'said.issue.id_missing.fix': 'Geben Sie eine Nummer an, die kein anderer Schritt hat.',
  'said.issue.id_malformed': 'Die Nummer des Schritts ist keine ganze Zahl über 0.',
  'said.issue.id_malformed.fix': 'Lassen Sie „id“ weg, dann wird eine Nummer vergeben.',
  'said.issue.name_missing':
    'Der Schritt hat weder einen Namen noch eine Art, aus der er einen bekäme.',
  'said.issue.name_missing.fix': 'Geben Sie dem Schritt einen Namen.',
  'said.issue.name_malformed': 'Der Name des Schritts ist kein Text oder zu lang.',
  'said.issue.name_malformed.fix': 'Schreiben Sie einen kürzeren Namen.',
  'said.issue.slug_missing':
    'Der Schritt hat weder ein Kürzel noch einen Namen, aus dem er eines bekäme.',
  'said.issue.slug_missing.fix':
    'Geben Sie dem Schritt einen Namen; das Kürzel wird daraus gemacht.',
  'said.issue.slug_malformed':
    'Das Kürzel hat andere Zeichen als Kleinbuchstaben, Ziffern und einzelne Bindestriche.',
  'said.issue.slug_malformed.fix': 'Lassen Sie „slug“ weg, dann wird es aus dem Namen gemacht.',
  'said.issue.description_malformed': 'Die Beschreibung des Schritts ist kein Text oder zu lang.',
  'said.issue.description_malformed.fix':
    'Schreiben Sie eine kürzere Beschreibung, oder lassen Sie sie weg.',
  'said.issue.step_type_unknown': 'Der Schritt hat keine Art oder eine, die es nicht gibt.',
  'said.issue.step_type_unknown.fix': 'Wählen Sie eine der Arten von Schritten.',
  'said.issue.step_keys_unknown': 'Diese Art von Schritt liest die Angabe „{name}“ nicht.',
  'said.issue.step_keys_unknown.fix': 'Lassen Sie die Angabe weg.',
  'said.issue.step_keys_exclusive':
    'Der Schritt hat zwei Angaben, von denen er nur eine haben kann.',
  'said.issue.step_keys_exclusive.fix':
    'Behalten Sie eine der Angaben, etwa „email“ oder „email_id“, und lassen Sie die andere weg.',
  'said.issue.until_malformed': 'Bis wann der Schritt wartet, lässt sich nicht lesen.',
  'said.issue.until_malformed.fix':
    'Geben Sie eine Uhrzeit und, wenn nötig, Wochentage oder ein Feld an.',
  'said.issue.step_key_missing': 'Dem Schritt fehlt „{key}“.',
  'said.issue.step_key_missing.fix': 'Geben Sie „{key}“ an.',
  'said.issue.step_key_malformed': '„{key}“ hat einen Wert, der hier nicht gilt.',
  'said.issue.step_key_malformed.fix': 'Geben Sie für „{key}“ einen gültigen Wert an.',
  'said.issue.duration_malformed':
    'Die Dauer ist weder eine Zahl mit einer Einheit noch der Name eines Stellwerts.',
  'said.issue.duration_malformed.fix':
    'Schreiben Sie etwa {"amount": 3, "unit": "days"} oder {"setting": "<Stellwert>"}.',
  'said.issue.wait_for_malformed':
    'Der Schritt sagt nicht, worauf er wartet: auf genau ein Ereignis oder eine Bedingung.',
  'said.issue.wait_for_malformed.fix': 'Geben Sie ein Ereignis oder eine Bedingung an.',
  'said.issue.wait_for_keys_unknown': 'Worauf der Schritt wartet, hat keine Angabe „{name}“.',
  'said.issue.wait_for_keys_unknown.fix':
    'Lassen Sie die Angabe weg; ein Ereignis hat „name“, „match“ und „occurrence“.',
  'said.issue.occurrence_unknown':
    'Der Schritt sagt nicht, welches Eintreten des Ereignisses zählt.',
  'said.issue.occurrence_unknown.fix':
    'Schreiben Sie „next_occurrence“ für Ereignisse nach der Ankunft, „any_past“ auch für frühere.',
  'said.issue.gate_no_expiry':
    'Der Schritt wartet ohne Ende: Es ist nicht gesagt, wie lange höchstens.',
  'said.issue.gate_no_expiry.fix':
    'Geben Sie eine Höchstdauer an, oder „never“, wenn das gemeint ist.',
  'said.issue.gate_met_pointless':
    'Der Schritt wartet ohne Ende und hat Schritte für den Fall, dass es eintritt; alle, die weitergehen, nehmen sie.',
  'said.issue.gate_met_pointless.fix': 'Verschieben Sie diese Schritte hinter den Schritt.',
  'said.issue.gate_timeout_legacy':
    'Der Schritt hat das alte „timeout“; beim Speichern wird daraus „expires_after“.',
  'said.issue.gate_timeout_legacy.fix':
    'Schreiben Sie „expires_after“ mit den Wegen „met“ und „expired“.',
  'said.issue.details_malformed':
    'Die Einzelheiten des Ereignisses sind kein Objekt, zu groß oder lassen sich nicht speichern.',
  'said.issue.details_malformed.fix': 'Schreiben Sie sie als Objekt, etwa {"plan": "premium"}.',
  'said.issue.details_liquid_invalid':
    'Das Liquid in den Einzelheiten des Ereignisses lässt sich nicht lesen.',
  'said.issue.details_liquid_invalid.fix': 'Berichtigen Sie den Text bei „{name}“.',
  'said.issue.details_variable_unknown':
    'Das Liquid in den Einzelheiten des Ereignisses nennt eine Variable, die es nicht gibt.',
  'said.issue.details_variable_unknown.fix': 'Prüfen Sie den Namen; so bleibt die Stelle leer.',
  'said.issue.webhook_endpoint_unknown': 'Den Webhook-Endpunkt „{value}“ gibt es nicht.',
  'said.issue.webhook_endpoint_unknown.fix':
    'Nehmen Sie den Schlüssel eines Endpunkts aus list_webhook_endpoints, oder legen Sie ihn zuerst an.',
  'said.issue.webhook_endpoint_disabled':
    'Der Webhook-Endpunkt „{value}“ ist abgeschaltet, deshalb wird nichts an ihn gesendet.',
  'said.issue.webhook_endpoint_disabled.fix':
    'Schalten Sie ihn mit update_webhook_endpoint ein, bevor Personen den Schritt erreichen.',
  'said.issue.call_wait_malformed': 'Die Wartezeit des Aufrufs fehlt oder ist keine Dauer über 0.',
  'said.issue.call_wait_malformed.fix':
    'Geben Sie eine Dauer an, etwa 1 Stunde, oder lassen Sie das Warten weg.',
  'said.issue.body_malformed':
    'Der Inhalt des Aufrufs ist kein Objekt, zu groß oder lässt sich nicht speichern.',
  'said.issue.body_malformed.fix': 'Schreiben Sie ihn als Objekt, etwa {"plan": "premium"}.',
  'said.issue.body_liquid_invalid': 'Das Liquid im Inhalt des Aufrufs lässt sich nicht lesen.',
  'said.issue.body_liquid_invalid.fix': 'Berichtigen Sie den Text bei „{name}“.',
  'said.issue.body_variable_unknown':
    'Das Liquid im Inhalt des Aufrufs nennt eine Variable, die es nicht gibt.',
  'said.issue.body_variable_unknown.fix': 'Prüfen Sie den Namen; so bleibt die Stelle leer.',
  'said.issue.field_value_type': 'Der Wert „{value}“ passt nicht zur Art des Feldes.',
  'said.issue.field_value_type.fix':
    'Schreiben Sie einen Wert der Art, die list_fields zeigt, oder leeren Sie ihn.',
  'said.issue.liquid_not_run':
    '„{value}“ wird so übernommen, wie es dasteht: Liquid wirkt hier nicht.',
  'said.issue.liquid_not_run.fix':
    'Schreiben Sie den Wert selbst; Liquid wirkt in Mails, in den Angaben von fire_event und im Inhalt von call_webhook.',
  'said.issue.arm_malformed': 'Ein Weg der Verzweigung fehlt oder ist keine Liste von Schritten.',
  'said.issue.arm_malformed.fix':
    'Schreiben Sie den Weg als Liste von Schritten, oder als [], wenn nichts zu tun ist.',
  'said.issue.arms_not_allowed': 'Diese Art von Schritt hat keinen Weg „{name}“.',
  'said.issue.arms_not_allowed.fix':
    'Verschieben Sie die Schritte hinter diesen Schritt, oder nehmen Sie eine Verzweigung.',
  'said.issue.split_arm_malformed':
    'Die Aufteilung braucht mindestens zwei Wege, jeden mit eigenem Namen.',
  'said.issue.split_arm_malformed.fix':
    'Geben Sie jedem Weg einen eigenen Namen, einen Anteil und seine Schritte.',
  'said.issue.split_weight_malformed': 'Ein Anteil ist keine ganze Zahl ab 0, oder alle sind 0.',
  'said.issue.split_weight_malformed.fix':
    'Schreiben Sie jeden Anteil als ganze Zahl, etwa 50 und 50, mindestens einen über 0.',
  'said.issue.split_holdout_malformed':
    'Die Aufteilung hat mehr als eine Kontrollgruppe, oder ihre Kontrollgruppe hat Schritte, die niemand erreicht.',
  'said.issue.split_holdout_malformed.fix':
    'Machen Sie einen Weg ohne Schritte zur Kontrollgruppe.',
  'said.issue.nesting_too_deep': 'Die Verzweigungen sind zu tief verschachtelt.',
  'said.issue.nesting_too_deep.fix':
    'Verschieben Sie Schritte hinter die Verzweigung, oder fassen Sie Bedingungen zusammen.',
  'said.issue.id_duplicate': 'Zwei Schritte haben dieselbe Nummer.',
  'said.issue.id_duplicate.fix':
    'Lassen Sie „id“ des neuen Schritts weg, dann wird eine Nummer vergeben.',
  'said.issue.node_id_freed':
    'Ein gespeicherter Schritt ist nicht mehr da; wer dort wartet, wird angehalten.',
  'said.issue.node_id_freed.fix':
    'Behalten Sie den Schritt mit seiner Nummer, oder verschieben Sie die Personen mit move_run.',
  'said.issue.node_id_repurposed':
    'Eine Nummer gehört jetzt zu einem Schritt anderer Art; wer dort wartet, führt diesen aus.',
  'said.issue.node_id_repurposed.fix':
    'Lassen Sie „id“ des neuen Schritts weg, dann wird eine Nummer vergeben.',
  'said.issue.email_archived': 'Die E-Mail {value} ist archiviert.',
  'said.issue.email_archived.fix': 'Nehmen Sie eine E-Mail, die nicht archiviert ist.',
  'said.issue.email_blank':
    'Die E-Mail {value} hat keinen Betreff oder keinen Text; so wird sie übersprungen.',
  'said.issue.email_blank.fix': 'Schreiben Sie Betreff und Text mit update_email.',
  'said.issue.sequence_off':
    'Die Sequenz {value} ist ausgeschaltet; niemand beginnt sie, bevor sie eingeschaltet ist.',
  'said.issue.sequence_off.fix':
    'Schalten Sie die Sequenz mit toggle_sequence ein, bevor Personen den Schritt erreichen.',
  'said.issue.self_trigger': 'Der Schritt löst das Ereignis aus, das diesen Ablauf selbst startet.',
  'said.issue.self_trigger.fix':
    'Lösen Sie ein anderes Ereignis aus, oder grenzen Sie den Auslöser so ein, dass dieses nicht zählt.',
  'said.issue.tunable_unknown': 'Den Stellwert „{value}“ gibt es in den Einstellungen nicht.',
  'said.issue.tunable_unknown.fix':
    'Legen Sie ihn mit update_settings an, oder geben Sie eine Dauer an.',
  'said.issue.tag_new': 'Das Tag „{value}“ gibt es noch nicht; beim Vergeben wird es angelegt.',
  'said.issue.tag_new.fix':
    'Vergleichen Sie die Schreibweise mit list_tags, oder lassen Sie es so, wenn das Tag neu sein soll.',
  'said.issue.step_after_exit': 'Nach „Ablauf verlassen“ kommen noch Schritte, die nie laufen.',
  'said.issue.step_after_exit.fix': 'Entfernen Sie die Schritte, oder verschieben Sie sie davor.',
  'said.issue.step_unreachable':
    'Nach einer Verzweigung, die niemand verlässt, kommen noch Schritte, die nie laufen.',
  'said.issue.step_unreachable.fix':
    'Entfernen Sie die Schritte, oder lassen Sie einen Weg ohne „Ablauf verlassen“ enden.',
  'said.issue.more_issues': 'Es gibt weitere Probleme, die hier nicht stehen.',
  'said.issue.more_issues.fix': 'Beheben Sie die anderen, und prüfen Sie dann erneut.',
  'said.issue.condition_malformed': 'Die Bedingung lässt sich nicht lesen.',
  'said.issue.condition_malformed.fix': 'Wählen Sie eine Art von Bedingung oder eine Gruppe.',
  'said.issue.condition_type_unknown': 'Die Bedingung hat keine Art oder eine, die es nicht gibt.',
  'said.issue.condition_type_unknown.fix': 'Wählen Sie eine der Arten von Bedingungen.',
  'said.issue.condition_keys_unknown': 'Diese Art von Bedingung kennt keine Angabe „{name}“.',
  'said.issue.condition_keys_unknown.fix':
    'Entfernen Sie die Angabe; um eine Bedingung umzukehren, setzen Sie sie in „nicht“.',
  'said.issue.condition_key_missing': 'Der Bedingung fehlt „{key}“.',
  'said.issue.condition_key_missing.fix': 'Geben Sie „{key}“ an.',
  'said.issue.condition_key_malformed':
    '„{key}“ hat in dieser Bedingung einen Wert, der nicht gilt.',
  'said.issue.condition_key_malformed.fix': 'Ersetzen Sie den Wert.',
  'said.issue.condition_group_empty': 'Die Gruppe enthält keine Bedingung.',
  'said.issue.condition_group_empty.fix':
    'Fügen Sie eine Bedingung hinzu, oder entfernen Sie die Gruppe.',
  'said.issue.condition_too_deep': 'Die Gruppen sind zu tief verschachtelt.',
  'said.issue.condition_too_deep.fix':
    'Fassen Sie Gruppen zusammen: „alle“ in „alle“ ist dasselbe wie eine Gruppe.',
  'said.issue.condition_too_large':
    'Die Bedingung ist zu groß, mitgezählt die Segmente, die sie nennt.',
  'said.issue.condition_too_large.fix':
    'Kürzen Sie sie: Ein Tag oder ein Feld kann vieles ersetzen.',
  'said.issue.condition_event_unknown': 'Das Ereignis „{value}“ wurde bisher nie erfasst.',
  'said.issue.condition_event_unknown.fix':
    'Vergleichen Sie die Schreibweise mit list_event_types, oder lassen Sie es so, wenn das Ereignis noch kommt.',
  'said.issue.condition_tag_unknown':
    'Niemand hat das Tag „{value}“, und nichts hat es bisher angelegt.',
  'said.issue.condition_tag_unknown.fix':
    'Vergleichen Sie die Schreibweise mit list_tags, oder lassen Sie es so, wenn das Tag noch kommt.',
  'said.issue.condition_purpose_unknown':
    'Den Zweck „{value}“ hat kein Formular und kein Schalter der Einstellungsseite.',
  'said.issue.condition_purpose_unknown.fix':
    'Vergleichen Sie die Schreibweise mit list_forms, oder lassen Sie es so, wenn Einwilligungen dazu anders eingehen.',
  'said.issue.condition_value_type':
    'Der Wert „{value}“ kann nie zutreffen, weil das Feld von anderer Art ist.',
  'said.issue.condition_value_type.fix':
    'Schreiben Sie einen Wert der Art, die list_fields für das Feld zeigt.',
  'said.issue.field_unknown': 'Ein aktives eigenes Feld „{value}“ gibt es nicht.',
  'said.issue.field_unknown.fix':
    'Nehmen Sie den Schlüssel eines aktiven Feldes aus list_fields, legen Sie es mit create_field an, oder schalten Sie es mit update_field ein.',
  'said.issue.email_unknown': 'Die E-Mail „{value}“ gibt es nicht.',
  'said.issue.email_unknown.fix':
    'Nehmen Sie eine E-Mail aus list_emails, oder legen Sie sie mit create_email an.',
  'said.issue.sequence_unknown': 'Die Sequenz „{value}“ gibt es nicht.',
  'said.issue.sequence_unknown.fix':
    'Nehmen Sie eine Sequenz aus list_sequences, oder legen Sie sie mit create_sequence an.',
  'said.issue.flow_unknown': 'Den Ablauf „{value}“ gibt es nicht.',
  'said.issue.flow_unknown.fix': 'Nehmen Sie den Schlüssel eines Ablaufs aus list_flows.',
  'said.issue.product_unknown': 'Das Produkt „{value}“ gibt es nicht.',
  'said.issue.product_unknown.fix':
    'Nehmen Sie den Schlüssel eines Produkts aus list_products, oder legen Sie es mit create_product an.',
  'said.issue.segment_unknown': 'Das Segment „{value}“ gibt es nicht.',
  'said.issue.segment_unknown.fix':
    'Nehmen Sie ein Segment aus list_segments, oder legen Sie es mit create_segment an.',
  'said.issue.segment_cycle':
    'Das Segment führt über die Segmente, die es nennt, zu sich selbst zurück.',
  'said.issue.segment_cycle.fix':
    'Nehmen Sie mit update_segment eine der Bedingungen „Ist in einem Segment“ heraus.',
  'said.issue.segment_too_deep': 'Segmente nennen Segmente über zu viele Ebenen.',
  'said.issue.segment_too_deep.fix':
    'Schreiben Sie die Bedingung eines inneren Segments dorthin, wo es genannt wird.',
  'said.issue.predicate_unknown': 'Die Regel „{value}“ gibt es nicht.',
  'said.issue.predicate_unknown.fix': 'Nehmen Sie den Namen einer Regel, die es gibt.',
  'said.issue.operator_unknown':
    'Diesen Vergleich gibt es hier nicht; „vor“, „nach“ und Zeiträume gelten nur für Felder der Art Datum.',
  'said.issue.operator_unknown.fix': 'Wählen Sie einen anderen Vergleich.',
  'said.issue.value_missing': 'Dem Vergleich fehlt ein Wert.',
  'said.issue.value_missing.fix':
    'Geben Sie einen Wert an, oder vergleichen Sie mit „ist leer“ oder „ist da“, die keinen brauchen.',
  'said.issue.value_malformed':
    'Der Wert ist weder Text noch eine Zahl noch wahr oder falsch, ist zu lang, lässt sich nicht speichern oder ist nicht das Datum oder die Dauer, die ein Vergleich mit dem Kalender verlangt.',
  'said.issue.value_malformed.fix':
    'Schreiben Sie Text, eine Zahl, wahr oder falsch; Vergleiche mit dem Kalender verlangen ein Datum oder eine Dauer.',
  'said.issue.match_malformed': 'Die Auswahl der Einzelheiten lässt sich nicht lesen.',
  'said.issue.match_malformed.fix':
    'Schreiben Sie {"detail": …, "op": …, "value": …} oder eine Gruppe mit „all“, „any“ oder „not“.',
  'said.issue.match_keys_unknown': 'Eine Auswahl der Einzelheiten kennt keine Angabe „{name}“.',
  'said.issue.match_keys_unknown.fix':
    'Lassen Sie die Angabe weg; eine Auswahl hat „detail“, „op“ und „value“.',
  'said.issue.match_key_missing': 'Die Auswahl sagt nicht, welche Einzelheit gemeint ist.',
  'said.issue.match_key_missing.fix': 'Nennen Sie die Einzelheit des Ereignisses in „detail“.',
  'said.issue.match_key_malformed': '„detail“ ist kein Name einer Einzelheit.',
  'said.issue.match_key_malformed.fix':
    'Schreiben Sie den Namen der Einzelheit als Text, etwa „plan“.',
  'said.issue.match_too_large': 'Die Auswahl der Einzelheiten ist zu groß.',
  'said.issue.match_too_large.fix':
    'Kürzen Sie sie, oder erfassen Sie Ereignisse, die weniger davon brauchen.',
  'said.issue.match_group_empty': 'Eine Gruppe in der Auswahl der Einzelheiten ist leer.',
  'said.issue.match_group_empty.fix':
    'Schreiben Sie etwas in die Gruppe, etwa {"detail": "plan", "op": "present"}, oder lassen Sie sie weg.',
  'said.issue.match_too_deep':
    'Die Gruppen in der Auswahl der Einzelheiten sind zu tief verschachtelt.',
  'said.issue.match_too_deep.fix':
    'Fassen Sie Gruppen zusammen: „all“ in „all“ ist dasselbe wie eine Gruppe.',
  'said.trigger.event': 'Bei {event}',
  'said.trigger.event.matching': 'Bei {event} mit passenden Einzelheiten',
  'said.trigger.event.incomplete': 'Noch kein Ereignis gewählt',
  'said.trigger.renewal.on':
    'Am Tag, an dem sich {product} ({interval}) verlängert, um {time} {zone}',
  'said.trigger.renewal.one':
    '{days} Tag, bevor sich {product} ({interval}) verlängert, um {time} {zone}',
  'said.trigger.renewal.other':
    '{days} Tage, bevor sich {product} ({interval}) verlängert, um {time} {zone}',
  'said.trigger.renewal.incomplete': 'Vor einer Verlängerung, noch nicht vollständig',
  'said.trigger.date.on': 'Am Datum in {field}{every}, um {time} {zone}',
  'said.trigger.date.before.one': '{days} Tag vor dem Datum in {field}{every}, um {time} {zone}',
  'said.trigger.date.before.other': '{days} Tage vor dem Datum in {field}{every}, um {time} {zone}',
  'said.trigger.date.after.one': '{days} Tag nach dem Datum in {field}{every}, um {time} {zone}',
  'said.trigger.date.after.other': '{days} Tage nach dem Datum in {field}{every}, um {time} {zone}',
  'said.trigger.date.yearly': ', jedes Jahr',
  'said.trigger.date.person': 'nach der Uhr der Person',
  'said.trigger.date.incomplete': 'An einem Datum, noch nicht vollständig',
  'said.trigger.schedule': 'Für alle in {segment}, {rrule} {zone}',
  'said.trigger.schedule.incomplete': 'Nach einem Zeitplan, noch nicht vollständig',
  'said.trigger.segment.enters': 'Wenn jemand in das Segment {segment} kommt',
  'said.trigger.segment.leaves': 'Wenn jemand das Segment {segment} verlässt',
  'said.trigger.unknown.incomplete': 'Unbekannter Auslöser',
  'said.trigger.segment.incomplete': 'Zu einem Segment, noch nicht vollständig',
  'said.diff.moved': 'Vorher an der Stelle {path}',
  'said.diff.renamed': 'Umbenannt von „{from}“ in „{to}“',
  'said.diff.keys': 'Geändert: {keys}',
  'said.diff.details': '{goal}: Einzelheiten geändert',
  'said.conditionKey.op': 'Wie verglichen wird',
  'said.conditionKey.within_days': 'Nur die letzten Tage, zu je 24 Stunden',
  'said.conditionKey.email_id': 'Eine E-Mail, auch eine archivierte; leer für jede',
  'said.conditionKey.sequence_id': 'Eine Sequenz',
  'said.conditionKey.product': 'Ein Produkt',
  'said.conditionKey.event': 'Der genaue Name eines Ereignisses',
  'said.conditionKey.match': 'Welche Einzelheiten das Ereignis haben muss, wie in einem Auslöser',
  'said.conditionKey.email.value': 'Eine Adresse oder ein Teil davon',
  'said.conditionKey.field.field':
    'Ein eigenes Feld, das es gibt, oder eine der festen Angaben zur Person',
  'said.conditionKey.field.op':
    'Wie verglichen wird; die letzten vier gelten für Felder mit einem Datum',
  'said.conditionKey.field.value':
    'Passend zur Art des Feldes; für die letzten vier eine Zeit von jetzt an, heute zählt mit',
  'said.conditionKey.has_tag.tag': 'Der Name eines Tags',
  'said.conditionKey.subscribed_on.value': 'Ein Datum der Form JJJJ-MM-TT',
  'said.conditionKey.event_count.value': 'Eine ganze Zahl ab 0',
  'said.conditionKey.consented.purpose':
    'marketing, der Zweck eines Formulars oder die Kennung eines Schalters',
  'said.conditionKey.completed_flow.flow': 'Ein Ablauf',
  'said.conditionKey.total_spend.value': 'Cent',
  'said.conditionKey.in_segment.segment': 'Ein Segment',
  'said.conditionKey.in_segment.segment_id': 'Die Nummer eines Segments',
  'said.conditionKey.predicate.name': 'Welche Regel',
  'said.conditionKey.predicate.args': 'Die Angaben der Regel',
  'said.condition.email':
    'Die Adresse, so verglichen mit dem Wert; Groß- und Kleinschreibung zählt nicht.',
  'said.condition.field': 'Ein eigenes Feld der Person, so verglichen mit dem Wert.',
  'said.condition.has_tag': 'Die Person hat das Tag; Groß- und Kleinschreibung zählt nicht.',
  'said.condition.suppressed':
    'Die Person bekommt nie E-Mails: abgemeldet, dauerhaft unzustellbar oder nach einer Beschwerde.',
  'said.condition.subscribed_on':
    'Der Tag, an dem die Person zuerst bekannt war: „kleiner“ ist davor, „größer“ danach.',
  'said.condition.event_occurred':
    'Die Person hat ein Ereignis dieses Namens, dessen Einzelheiten passen.',
  'said.condition.event_count': 'Die Person hat so viele Ereignisse dieses Namens.',
  'said.condition.received_email': 'Die E-Mail wurde an die Person gesendet; Tests zählen nicht.',
  'said.condition.opened_email':
    'Die Person hat die E-Mail geöffnet; automatische Abrufe zählen nicht.',
  'said.condition.clicked_email':
    'Die Person hat in der E-Mail auf einen Link geklickt; automatische Abrufe zählen nicht.',
  'said.condition.engaged':
    'Die Person hat irgendeine E-Mail geöffnet oder darin geklickt; automatische Abrufe zählen nicht.',
  'said.condition.consented':
    'Der neueste Eintrag zu dem Zweck im Verzeichnis der Einwilligungen ist kein Widerruf.',
  'said.condition.started_sequence': 'Die Person hat die Sequenz begonnen.',
  'said.condition.finished_sequence': 'Die Person hat das Ende der Sequenz erreicht.',
  'said.condition.completed_flow':
    'Die Person hat das Ende des Ablaufs erreicht; „Ablauf verlassen“ zählt nicht.',
  'said.condition.active_subscription':
    'Die Person hat dazu ein Abonnement, das läuft, sich in der Testphase befindet oder überfällig ist.',
  'said.condition.purchased': 'Die Person hat es gekauft, erstattet oder nicht.',
  'said.condition.total_spend':
    'Zahlungen und Käufe abzüglich Erstattungen; 0, wenn nie bezahlt wurde.',
  'said.condition.in_segment': 'Die Person ist in dem Segment.',
  'said.condition.predicate': 'Eine Regel, die Postroad selbst kennt, trifft auf die Person zu.',
  'said.text.{input} must be one of {list}, not {given}.':
    '„{input}“ muss eines davon sein: {list}; angegeben ist {given}.',
  'said.text.{input} must be text, a number, true or false, not {given}.':
    '„{input}“ muss Text, eine Zahl, wahr oder falsch sein; angegeben ist {given}.',
  'said.text.{input} must be hold or skip, not {given}.':
    '„{input}“ muss "hold" (zurückhalten) oder "skip" (überspringen) sein; angegeben ist {given}.',
  'said.text.{input} must be person or account, not {given}.':
    '„{input}“ muss "person" (Uhr der Person) oder "account" (Uhr des Kontos) sein; angegeben ist {given}.',
  'said.text.{input} must be {"amount", "unit"}, not the name of a tunable.':
    '„{input}“ ist eine Zahl mit einer Einheit, kein Name eines Stellwerts.',
  'said.text.{input} must be {"amount", "unit"}, not the name of another tunable.':
    '„{input}“ ist eine Zahl mit einer Einheit, kein Name eines anderen Stellwerts.',
  'said.text.{input} names a tunable {given}; a name takes letters, digits, _ and -, {n} at most.':
    '„{input}“ nennt einen Stellwert {given}; ein Name hat Buchstaben, Ziffern, _ und -, höchstens {n}.',
  'said.text.{input} must be a list of at most {n} domains, such as ["example.com"].':
    '„{input}“ muss eine Liste von höchstens {n} Domains sein, etwa ["example.com"].',
  'said.text.{input} needs at least one of the days 0 to 6, Sunday 0, as a list of whole numbers.':
    '„{input}“ braucht mindestens einen der Tage 0 bis 6 als Liste ganzer Zahlen; 0 ist Sonntag.',
  'said.text.{input} must be 1 to {n} letters, digits, _ and -, not {given}.':
    '„{input}“ muss aus 1 bis {n} Buchstaben, Ziffern, _ und - bestehen; angegeben ist {given}.',
  'said.text.{input} takes has_tag, field and groups of them with all, any and not, not {given}.':
    '„{input}“ nimmt has_tag, field und Gruppen davon mit all, any und not; angegeben ist {given}.',
  'said.text.{input} takes a custom field, not {given}.':
    '„{input}“ nimmt ein eigenes Feld; angegeben ist {given}.',
  'said.text.{input} does not take {operator}, whose answer changes by time alone.':
    '„{input}“ nimmt {operator} nicht, dessen Ergebnis sich allein mit der Zeit ändert.',
  'said.text.{input} is too deep: a condition has at most {n} levels, the outermost included.':
    '„{input}“ ist zu tief verschachtelt: Eine Bedingung hat höchstens {n} Ebenen, die äußerste mitgezählt.',
  'said.text.{input} takes 1 to {n} conditions.': '„{input}“ nimmt 1 bis {n} Bedingungen.',
  'said.text.{input} must lead to what the condition reads: nobody would be shown as on after choosing on, and as off after choosing off.':
    '„{input}“ muss zu dem führen, was die Bedingung liest: Niemandem würde der Schalter nach dem Einschalten als ein und nach dem Ausschalten als aus gezeigt.',
  'said.text.{input} must lead to what the condition reads: a person who chooses {side} would still be shown as {other_side}.':
    '„{input}“ muss zu dem führen, was die Bedingung liest: Wer „{side}“ wählt, dem würde der Schalter weiter als „{other_side}“ gezeigt.',
  'said.side.on': 'ein',
  'said.side.off': 'aus',
  'said.text.The condition also reads what the toggle does not write, so that some people cannot save their choice.':
    'Die Bedingung liest auch, was der Schalter nicht schreibt; manche Personen können ihre Wahl deshalb nicht speichern.',
  'said.text.{input} writes the tag {tag} that entry {n} writes already; a branch writes each once.':
    '„{input}“ schreibt das Tag {tag}, das schon Eintrag {n} schreibt; jede Seite schreibt es einmal.',
  'said.text.{input} writes the field {field} that entry {n} writes already; a branch writes each once.':
    '„{input}“ schreibt das Feld {field}, das schon Eintrag {n} schreibt; jede Seite schreibt es einmal.',
  'said.text.{input} writes the tag {tag} that the toggle {id} writes too.':
    '„{input}“ schreibt das Tag {tag}, das auch der Schalter {id} schreibt.',
  'said.text.{input} writes the field {field} that the toggle {id} writes too.':
    '„{input}“ schreibt das Feld {field}, das auch der Schalter {id} schreibt.',
  'said.text.{input} must have a type of {list}, not {given}.':
    '„{input}“ braucht eine dieser Arten: {list}; angegeben ist {given}.',
  'said.text.{input} names no active custom field: {given}.':
    '„{input}“ nennt kein eigenes Feld, das aktiv ist: {given}.',
  'said.text.Create it with create_field first.': 'Legen Sie es zuerst mit create_field an.',
  'said.text.{input} must not be blank; use clear_field instead.':
    '„{input}“ darf nicht leer sein; nehmen Sie dafür clear_field.',
  'said.text.{input} is not a known key.': '„{input}“ ist hier keine bekannte Angabe.',
  'said.text.Known are {list}.': 'Bekannt sind {list}.',
  'said.text.get_settings shows every key that can be written; secrets are set by the environment only.':
    'Alle Einstellungen, die sich ändern lassen, zeigt get_settings; Geheimnisse kommen nur aus der Umgebung.',
  'said.text.Preferences are enabled and stay inactive while sending.unsubscribe_page_url is set; blank it, or set enabled to false.':
    'Die Einstellungsseite ist eingeschaltet und bleibt ohne Wirkung, solange sending.unsubscribe_page_url gesetzt ist; leeren Sie diese Adresse, oder schalten Sie die Seite aus.',
  'said.text.No segment, guard or flow reads the tag "{tag}" that the toggle "{id}" writes, so turning it off stops no email.':
    'Kein Segment, keine Sperre und kein Ablauf liest das Tag „{tag}“, das der Schalter „{id}“ schreibt; ihn auszuschalten hält deshalb keine E-Mail auf.',
  'said.text.No segment, guard or flow reads the field "{field}" that the toggle "{id}" writes, so turning it off stops no email.':
    'Kein Segment, keine Sperre und kein Ablauf liest das Feld „{field}“, das der Schalter „{id}“ schreibt; ihn auszuschalten hält deshalb keine E-Mail auf.',
  'said.text.No segment, guard or flow reads the {targets} that the toggle "{id}" writes, so turning it off stops no email.':
    'Kein Segment, keine Sperre und kein Ablauf liest, was der Schalter „{id}“ schreibt ({targets}); ihn auszuschalten hält deshalb keine E-Mail auf.',
  'said.text.Read it in the segment of a broadcast, or in a guard for the emails of the topic.':
    'Lesen Sie es im Segment eines Rundschreibens oder in einer Sperre für die E-Mails dieses Themas.',
  'said.text.Set default_from_address of the profile, or MAIL_FROM; until then such mail is held.':
    'Setzen Sie default_from_address im Profil oder MAIL_FROM; bis dahin werden solche Mails zurückgehalten.',
  'said.text.There is no toggle {given}.': 'Den Schalter {given} gibt es nicht.',
  'said.text.{input} is missing, so {instead}.': '„{input}“ fehlt: {instead}.',
  'said.text.{input} is {given}, which is {fault}, so {instead}.':
    '„{input}“ ist {given}; das ist {fault}: {instead}.',
  'said.text.{input} is the text {given}; it is taken as the number {n}.':
    '„{input}“ ist der Text {given} und wird als die Zahl {n} genommen.',
  'said.text.It is left out.': 'Er wird weggelassen.',
  'said.text.It is stored as unknown, which never renews.':
    'Er wird als unbekannt gespeichert und verlängert sich nie.',
  'said.text.Broadcast {id} "{name}" is a draft.':
    'Das Rundschreiben {id} „{name}“ ist ein Entwurf.',
  'said.text.Schedule it, or send it now.': 'Planen Sie es ein, oder senden Sie es jetzt.',
  'said.text.Broadcast {id} "{name}" is scheduled for {time}, to everybody in its segment then.':
    'Das Rundschreiben {id} „{name}“ ist für {time} geplant und geht an alle, die dann in seinem Segment sind.',
  'said.text.Broadcast {id} "{name}" is scheduled, to everybody in its segment then.':
    'Das Rundschreiben {id} „{name}“ ist geplant und geht an alle, die dann in seinem Segment sind.',
  'said.text.The person is not in its segment now.':
    'Die Person ist jetzt nicht in seinem Segment.',
  'said.text.The person is in a segment that it excludes.':
    'Die Person ist in einem Segment, das es ausschließt.',
  'said.text.The person got a broadcast that it excludes.':
    'Die Person hat ein Rundschreiben bekommen, das es ausschließt.',
  'said.text.Have the person match the segment before it is sent.':
    'Sorgen Sie dafür, dass die Person vor dem Versand in das Segment kommt.',
  'said.text.Have the person match the segment before the email comes due.':
    'Sorgen Sie dafür, dass die Person in das Segment kommt, bevor die E-Mail fällig ist.',
  'said.text.Broadcast {id} "{name}" compares variants, and the person gets another one of them.':
    'Das Rundschreiben {id} „{name}“ vergleicht Varianten, und die Person bekommt eine andere davon.',
  'said.text.Broadcast {id} "{name}" compares variants, and the person gets the one that wins.':
    'Das Rundschreiben {id} „{name}“ vergleicht Varianten, und die Person bekommt die, die gewinnt.',
  'said.text.Broadcast {id} "{name}" is paused, and the email of the person waits.':
    'Das Rundschreiben {id} „{name}“ ist pausiert, und die Mail an die Person wartet.',
  'said.text.Broadcast {id} "{name}" is paused, and has nothing queued for the person yet.':
    'Das Rundschreiben {id} „{name}“ ist pausiert und hat für die Person noch nichts in der Warteschlange.',
  'said.text.Resume the broadcast, or cancel it.':
    'Setzen Sie das Rundschreiben fort, oder brechen Sie es ab.',
  'said.text.Broadcast {id} "{name}" skips who is in a segment that it excludes, and the person is in one now.':
    'Das Rundschreiben {id} „{name}“ überspringt, wer in einem ausgeschlossenen Segment ist, und die Person ist jetzt in einem.',
  'said.text.Broadcast {id} "{name}" skips who left its segment, and the person is not in it now.':
    'Das Rundschreiben {id} „{name}“ überspringt, wer sein Segment verlassen hat, und die Person ist jetzt nicht darin.',
  'said.text.Broadcast {id} "{name}" was canceled before it reached the person.':
    'Das Rundschreiben {id} „{name}“ wurde abgebrochen, bevor es die Person erreichte.',
  'said.text.Broadcast {id} "{name}" is being sent, and has nothing queued for the person yet.':
    'Das Rundschreiben {id} „{name}“ wird gesendet und hat für die Person noch nichts in der Warteschlange.',
  'said.text.Broadcast {id} "{name}" was sent without the person, who was not in its segment then, or suppressed, or excluded.':
    'Das Rundschreiben {id} „{name}“ wurde ohne die Person gesendet: Sie war damals nicht in seinem Segment, bekam keine E-Mails oder war ausgeschlossen.',
  'said.text.Take what excludes the person out of exclude with update_broadcast.':
    'Nehmen Sie mit update_broadcast heraus, was die Person ausschließt.',
  'said.text.The flow {flow} is a draft.': 'Der Ablauf {flow} ist ein Entwurf.',
  'said.text.The flow {flow} is paused.': 'Der Ablauf {flow} ist pausiert.',
  'said.text.Take "{arm}": {would}': 'Nimmt den Weg „{arm}“: {would}',
  'said.text.Continue at once: {would}': 'Geht sofort weiter: {would}',
  'said.text.Continue after the wait into "{branch}": {would}':
    'Geht nach dem Warten weiter, Weg „{branch}“: {would}',
  'said.text.Pass at once into "{branch}": {would}': 'Geht sofort weiter, Weg „{branch}“: {would}',
  'said.text.Continue after the wait: {would}': 'Geht nach dem Warten weiter: {would}',
  'said.text.Pass at once: {would}': 'Geht sofort weiter: {would}',
  'said.text.Exit the flow: the goal "{goal}" is reached':
    'Verlässt den Ablauf: Das Ziel „{goal}“ ist erreicht',
  'said.text.Record the event "{event}" with {details}':
    'Löst das Ereignis „{event}“ mit {details} aus',
  'said.text.Take "{arm}"': 'Nimmt den Weg „{arm}“',
  'said.text.Call a webhook endpoint with no body': 'Ruft einen Webhook-Endpunkt ohne Inhalt auf',
  'said.text.Call a webhook endpoint with {body}': 'Ruft einen Webhook-Endpunkt mit {body} auf',
  'said.text.Split: (no arms)': 'Teilt auf: (keine Wege)',
  'said.text.Unknown step type {given}': 'Unbekannte Art von Schritt: {given}',
  'said.text.The former secret signs too until {time}, so that receivers can change over.':
    'Das frühere Geheimnis gilt noch bis {time}, damit Empfänger wechseln können.',
  'said.text.Rotate after that, or with keep_hours 0, which ends both at once.':
    'Erzeugen Sie danach ein neues, oder mit 0 Stunden, was beide sofort beendet.',
  'said.text.The webhook endpoint "{key}" is disabled.':
    'Der Webhook-Endpunkt „{key}“ ist abgeschaltet.',
  'said.text.The webhook endpoint {id} is disabled.': 'Der Webhook-Endpunkt {id} ist abgeschaltet.',
  'said.text.The value is {value}.': 'Der Wert ist {value}.',
  'said.text.there is nothing to fill in': 'es gibt keine Werte dafür',
  'said.text.a text breaks off, or holds the NUL character':
    'ein Text bricht ab oder enthält das Zeichen NUL',
  'said.text.it takes more than {n} bytes of JSON': 'es braucht mehr als {n} Bytes JSON',
  'said.text.The trigger of the flow is of no known type.':
    'Der Auslöser des Ablaufs ist von keiner bekannten Art.',
  'said.text.The flow is a draft, so no run would start yet.':
    'Der Ablauf ist ein Entwurf, deshalb würde noch kein Durchlauf beginnen.',
  'said.text.No run would start all the same: the person is inside already, with run {id}.':
    'Trotzdem würde kein Durchlauf beginnen: Die Person ist schon darin, mit Durchlauf {id}.',
  'said.text.The flow is paused.': 'Der Ablauf ist pausiert.',
  'said.text.A run would start.': 'Ein Durchlauf würde beginnen.',
  'said.text.{n} flows started each other without waiting.':
    '{n} Abläufe haben einander ohne Warten gestartet.',
  'said.text.It could not be advanced: {reason}': 'Er ließ sich nicht weiterführen: {reason}',
  'said.text.Retried by {actor}.': 'Wiederholt von {actor}.',
  'said.text.Retried by {actor}: step {id} is gone, and nothing is left to take.':
    'Wiederholt von {actor}: Den Schritt {id} gibt es nicht mehr, und es ist keiner mehr übrig.',
  'said.text.Retried by {actor}: step {id} is gone, and it continues with {handle}.':
    'Wiederholt von {actor}: Den Schritt {id} gibt es nicht mehr; es geht mit {handle} weiter.',
  'said.text.Canceled by {actor}.': 'Abgebrochen von {actor}.',
  'said.text.Moved from before the first step to {handle} by {actor}.':
    'Von vor dem ersten Schritt nach {handle} verschoben, von {actor}.',
  'said.text.Moved from {handle} to {to} by {actor}.':
    'Von {handle} nach {to} verschoben, von {actor}.',
  'said.text.Run {id} has been {status} since {time}.':
    'Der Durchlauf {id} ist seit {time} zu Ende ({status}).',
  'said.text.Choose a run that has not ended.': 'Wählen Sie einen, der noch läuft.',
  'said.text."{address}" names no step; write its id, its handle or its Step ID in the flow {flow}.':
    '„{address}“ nennt keinen Schritt; schreiben Sie seine Nummer oder sein Kürzel im Ablauf {flow}.',
  'said.text.The flow {flow} has no step "{address}".':
    'Der Ablauf {flow} hat keinen Schritt „{address}“.',
  'said.text.get_flow shows its steps.': 'Seine Schritte zeigt get_flow.',
  'said.text.The test "{name}" of the flow "{flow}" fails: {reason} So do {n} others; see tests.':
    'Der Test „{name}“ des Ablaufs „{flow}“ schlägt fehl: {reason} Ebenso {n} weitere.',
  'said.text.The test "{name}" of the flow "{flow}" fails: {reason} So does one other; see tests.':
    'Der Test „{name}“ des Ablaufs „{flow}“ schlägt fehl: {reason} Ebenso ein weiterer.',
  'said.text.The test "{name}" of the flow "{flow}" fails: {reason}':
    'Der Test „{name}“ des Ablaufs „{flow}“ schlägt fehl: {reason}',
  'said.text.So do {n} others; see tests.': 'Ebenso {n} weitere.',
  'said.text.So does one other; see tests.': 'Ebenso ein weiterer.',
  'said.text.The test "{name}" fails.': 'Der Test „{name}“ schlägt fehl.',
  'said.text.Correct the flow or what the test expects; or use force to store it all the same.':
    'Berichtigen Sie den Ablauf oder was der Test erwartet; oder erzwingen Sie es.',
  'said.text.Correct the flow or what the test expects, before the flow is activated.':
    'Berichtigen Sie den Ablauf oder was der Test erwartet, bevor Sie den Ablauf aktivieren.',
  'said.text.Correct the flow or what the test expects; until then, the flow changes with force alone.':
    'Berichtigen Sie den Ablauf oder was der Test erwartet; bis dahin ändert er sich nur, wenn Sie es erzwingen.',
  'said.text.Keep the step with its "id", or use force to store it without the step.':
    'Behalten Sie den Schritt mit seiner Nummer, oder erzwingen Sie es ohne ihn.',
  'said.text.Leave "id" of the new step out to have one minted, or use force to store it all the same.':
    'Lassen Sie „id“ des neuen Schritts weg, dann wird eine Nummer vergeben; oder erzwingen Sie es.',
  'said.text.The flow is at revision {revision}.': 'Der Ablauf hat den Stand {revision}.',
  'said.text.Give that one, or an earlier one that you read.':
    'Geben Sie diesen an, oder einen früheren, den Sie gelesen haben.',
  'said.text.draft and {names} exclude each other.':
    'Ein Entwurf und {names} schließen einander aus.',
  'said.text.Leave one of them out.': 'Lassen Sie eines davon weg.',
  'said.text.Change {id} is the call {operation} on {resource} and keeps no record before and after, so there is nothing to write back.':
    'Die Änderung {id} ist der Aufruf {operation} und bewahrt keinen Eintrag davor und danach; es gibt nichts zurückzuschreiben.',
  'said.text.Change {id} is of {resource} and keeps no record before and after, so there is nothing to write back.':
    'Die Änderung {id} bewahrt keinen Eintrag davor und danach; es gibt nichts zurückzuschreiben.',
  'said.text.Only changes of what you author can be reverted.':
    'Rückgängig machen lassen sich nur Änderungen an dem, was Sie schreiben.',
  'said.text.What change {id} left is gone by now; compare after with current.':
    'Was die Änderung {id} hinterließ, gibt es nicht mehr.',
  'said.text.What change {id} left was changed again since; compare after with current.':
    'Was die Änderung {id} hinterließ, wurde seither wieder geändert.',
  'said.text.The id of the record of change {id} belongs to {resource} "{key}" by now.':
    'Die Nummer des Eintrags der Änderung {id} gehört inzwischen zu „{key}“.',
  'said.text.Delete that one first.': 'Löschen Sie diesen zuerst.',
  'said.text.Broadcast {id} was {status} and is {other_status}; a revert neither sends mail nor calls it back.':
    'Das Rundschreiben {id} war „{status}“ und ist „{other_status}“; die Änderung rückgängig zu machen, sendet keine Mails und holt keine zurück.',
  'said.text.Broadcast {id} was {status} after it had begun to send and is {other_status}; a revert neither sends mail nor calls it back.':
    'Das Rundschreiben {id} war „{status}“, nachdem der Versand begonnen hatte, und ist „{other_status}“; die Änderung rückgängig zu machen, sendet keine Mails und holt keine zurück.',
  'said.text.Create a new broadcast instead.': 'Legen Sie stattdessen ein neues Rundschreiben an.',
  'said.text.There is another theme "{key}" by now.':
    'Es gibt inzwischen ein anderes Design „{key}“.',
  'said.text.Delete it first.': 'Löschen Sie es zuerst.',
  'said.text.There is no theme {id} any more, which the layout had.':
    'Das Design {id} des Layouts gibt es nicht mehr.',
  'said.text.Bring it back first.': 'Holen Sie es zuerst zurück.',
  'said.text.The theme "{name}" is the default, and there must be one.':
    'Das Design „{name}“ ist der Standard, und einen muss es geben.',
  'said.text.The layout "{name}" is the default, and there must be one.':
    'Das Layout „{name}“ ist der Standard, und einen muss es geben.',
  'said.text.Make another layout the default instead.':
    'Machen Sie stattdessen ein anderes Layout zum Standard.',
  'said.text.There is no email {id} any more.': 'Die E-Mail {id} gibt es nicht mehr.',
  'said.text.Give the broadcast another email.': 'Geben Sie dem Rundschreiben eine andere E-Mail.',
  'said.text.There is no email {id} any more, which the step sent.':
    'Die E-Mail {id}, die der Schritt sendete, gibt es nicht mehr.',
  'said.text.The record is deleted, so it has no revision.':
    'Der Eintrag ist gelöscht und hat deshalb keinen Stand.',
  'said.text.Leave the revision out to bring the record back.':
    'Lassen Sie den Stand weg, um den Eintrag zurückzuholen.',
  'said.text.There is no draft now: it was published or dropped since you read it.':
    'Es gibt jetzt keinen Entwurf: Er wurde veröffentlicht oder verworfen, seit Sie ihn gelesen haben.',
  'said.text.Look at what is live, then leave the revision out to begin another.':
    'Sehen Sie sich an, was aktiv ist; um neu zu beginnen, lassen Sie den Stand weg.',
  'said.text.There are no changes of "{name}": name a resource as changes do, such as emails or settings.':
    'Änderungen von „{name}“ gibt es nicht; nennen Sie eine Art wie in der Liste, etwa emails oder settings.',
  'said.text.id takes resource beside it, since records of two kinds can have one id.':
    'Nennen Sie neben der Nummer auch die Art, denn Einträge zweier Arten können dieselbe Nummer haben.',
  'said.text.This operation only reads, so it has no dry run.':
    'Diese Operation liest nur und hat deshalb keinen Probelauf.',
  'said.text.Leave dry_run out.': 'Lassen Sie dry_run weg.',
  'said.text.The product "{key}" is named by {counts}.':
    'Das Produkt „{key}“ wird noch genannt: {counts}.',
  'said.text.It can be renamed, or left as it is.':
    'Es lässt sich umbenennen, oder es bleibt, wie es ist.',
  'said.text.Send scope for one scope or scopes for several, not both.':
    'Nennen Sie eine Berechtigung oder mehrere, nicht beides zugleich.',
  'said.text.expires_at is after the end of the token that you use, {time}; it may not end later.':
    'Der Ablaufzeitpunkt liegt nach dem Ende des Tokens, das Sie benutzen ({time}); später darf es nicht enden.',
  'said.text.allowed_ips takes IP addresses and ranges such as 192.0.2.7, 192.0.2.0/24 or 2001:db8::/48.':
    'Hier stehen IP-Adressen und Bereiche wie 192.0.2.7, 192.0.2.0/24 oder 2001:db8::/48.',
  'said.text.This token may make {n} calls a second, and {most} at once.':
    'Dieses Token darf {n} Aufrufe je Sekunde machen und {most} auf einmal.',
  'said.text.This token may make {n} previews, tests, validations and dry runs a second, and {most} at once.':
    'Dieses Token darf {n} Vorschauen, Tests, Prüfungen und Probeläufe je Sekunde machen und {most} auf einmal.',
  'said.text.Wait {n} s.': 'Warten Sie {n} s.',
  'said.text.This token belongs to an application, which cannot sign in to the console.':
    'Dieses Token gehört einer Anwendung; mit ihm kann man sich an der Konsole nicht anmelden.',
  'said.text.The token "{name}" expired at {time}, so a link would sign nobody in.':
    'Das Token „{name}“ gilt seit {time} nicht mehr, deshalb könnte sich mit einem Link niemand anmelden.',
  'said.text.Invite the person again.': 'Laden Sie die Person noch einmal ein.',
  'said.text.Sign in with a token of your own.': 'Melden Sie sich mit einem eigenen Token an.',
  'said.text.Invite the person, who gets a token of their own.':
    'Laden Sie die Person ein; sie bekommt ein eigenes Token.',
  'said.text.Send a token, or the code of a sign-in link.':
    'Geben Sie ein Token an, oder öffnen Sie einen Link zum Anmelden.',
  'said.text.Too many announcements in a short time.': 'Zu viele Meldungen in kurzer Zeit.',
  'said.text.The request is too long.': 'Die Anfrage der Anwendung ist zu lang.',
  'said.text.{parameter} was sent twice.': 'Die Anwendung hat „{parameter}“ zweimal gesendet.',
  'said.text.resource must be {url}.': 'Die Anwendung muss als „resource“ {url} nennen.',
  'said.text.response_type must be code.': 'Die Anwendung muss als „response_type“ code nennen.',
  'said.text.code_challenge_method must be S256.':
    'Die Anwendung muss als „code_challenge_method“ S256 nennen.',
  'said.text.code_challenge is no SHA-256 in base64url.':
    'Die „code_challenge“ der Anwendung ist kein SHA-256 in base64url.',
  'said.text.redirect_uri is none of the addresses that the application named when it registered.':
    'Die Rückkehradresse ist keine von denen, die die Anwendung bei der Registrierung genannt hat.',
  'said.text.redirect_uris: {url} is no absolute URI.':
    'Rückkehradressen: {url} ist keine vollständige Adresse.',
  'said.text.redirect_uris: {url} has a fragment.': 'Rückkehradressen: {url} hat ein Fragment (#).',
  'said.text.Leave it out.': 'Lassen Sie es weg.',
  'said.text.redirect_uris: an address has spaces or control characters.':
    'Rückkehradressen: Eine Adresse hat Leer- oder Steuerzeichen.',
  'said.text.redirect_uris: an address has a user name or a password.':
    'Rückkehradressen: Eine Adresse hat einen Benutzernamen oder ein Passwort.',
  'said.text.redirect_uris: nobody is sent back to {protocol} addresses.':
    'Rückkehradressen: Zu Adressen mit {protocol} wird niemand zurückgeschickt.',
  'said.text.redirect_uris: {url} must begin with https://, unless it is on the same machine.':
    'Rückkehradressen: {url} muss mit https:// beginnen, außer auf demselben Rechner.',
  'said.text.grant_types needs authorization_code: a person consents to every client.':
    'Die Anwendung muss als „grant_types“ authorization_code nennen: Jeder Anwendung stimmt eine Person zu.',
  'said.text.response_types needs code.': 'Die Anwendung muss als „response_types“ code nennen.',
  'said.text.token_endpoint_auth_method takes {list}.':
    'Als „token_endpoint_auth_method“ gehen {list}.',
  'said.text.token_endpoint_auth_method of a metadata document must be none.':
    'Der „token_endpoint_auth_method“ einer solchen Beschreibung muss none sein.',
  'said.text.The document at {url} is that of another client.':
    'Die Beschreibung unter {url} ist die einer anderen Anwendung.',
  'said.text.The document at {url} is no JSON.': 'Die Beschreibung unter {url} ist kein JSON.',
  'said.text.The document of the application at {url} cannot be read.':
    'Die Beschreibung der Anwendung unter {url} lässt sich nicht lesen.',
  'said.text.client_id is missing.': 'Die Anwendung nennt ihre „client_id“ nicht.',
  'said.text.This server does not know the application.':
    'Dieser Server kennt die Anwendung nicht.',
  'said.text.It has to register again.': 'Sie muss sich neu registrieren.',
  'said.text.Too many applications registered from your address.':
    'Von Ihrer Adresse haben sich zu viele Anwendungen registriert.',
  'said.text.Applications connect by https alone.': 'Anwendungen verbinden sich nur über https.',
  'said.text.Set BASE_URL to the https address of this server.':
    'Setzen Sie BASE_URL auf die https-Adresse dieses Servers.',
  'said.text.Allow at least one thing, or refuse.':
    'Erlauben Sie mindestens eines, oder lehnen Sie ab.',
  'said.text.{input} is no URL.': '„{input}“ ist keine Adresse.',
  'said.text.Write it with its scheme, as in https://example.com/hooks.':
    'Schreiben Sie sie mit Schema, etwa https://example.com/hooks.',
  'said.text.{input} must begin with https://.': '„{input}“ muss mit https:// beginnen.',
  'said.text.Without TLS deliveries go only to addresses that WEBHOOK_ALLOW names.':
    'Ohne TLS gehen Zustellungen nur an Adressen, die WEBHOOK_ALLOW nennt.',
  'said.text.{input} holds a user name or a password.':
    '„{input}“ enthält einen Benutzernamen oder ein Passwort.',
  'said.text.Leave them out; deliveries are signed.':
    'Lassen Sie sie weg; Zustellungen sind signiert.',
  'said.text.{input} names port 0, at which nothing listens.':
    '„{input}“ nennt den Port 0, an dem nichts lauscht.',
  'said.text.{input} leads to {address}, which is no public address.':
    '„{input}“ führt zu {address}, was keine öffentliche Adresse ist.',
  'said.text.Name a public one, or have WEBHOOK_ALLOW name this one.':
    'Nennen Sie eine öffentliche, oder lassen Sie WEBHOOK_ALLOW diese nennen.',
  'said.text.The URL is no URL.': 'Das ist keine gültige Adresse.',
  'said.text.The URL must begin with https://.': 'Die Adresse muss mit https:// beginnen.',
  'said.text.The URL holds a user name or a password.':
    'Die Adresse enthält einen Benutzernamen oder ein Passwort.',
  'said.text.The URL names port 0, at which nothing listens.':
    'Die Adresse nennt den Port 0, an dem nichts lauscht.',
  'said.text.The URL leads to {address}, which is no public address.':
    'Die Adresse führt zu {address}, was keine öffentliche Adresse ist.',
  'said.text.No answer within {n} s.': 'Keine Antwort innerhalb von {n} s.',
  'said.text.The connection failed.': 'Die Verbindung ist fehlgeschlagen.',
  'said.text.The connection failed: {code}.': 'Die Verbindung ist fehlgeschlagen: {code}.',
  'said.text.It is longer than {n} bytes.': 'Sie ist länger als {n} Bytes.',
  'said.text.It answers {status}.': 'Die Antwort ist {status}.',
  'said.text.{input} is "{pattern}", which is no type, no <noun>.* and not *.':
    '„{input}“ ist „{pattern}“; das ist keine Art, kein <Hauptwort>.* und nicht *.',
  'said.text.Name one of {list}.': 'Nennen Sie eines von {list}.',
  'said.text.There are {n} webhook endpoints already, which is the limit.':
    'Es gibt schon {n} Webhook-Endpunkte; mehr gehen nicht.',
  'said.text.Delete one first.': 'Löschen Sie zuerst einen.',
  'said.text.The webhook endpoint "{key}" is disabled, so nothing is delivered to it.':
    'Der Webhook-Endpunkt „{key}“ ist abgeschaltet, deshalb wird ihm nichts zugestellt.',
  'said.text.Enable it first.': 'Schalten Sie ihn zuerst ein.',
  'said.text.Webhook delivery {id} is still being delivered; its next attempt is due at {time}.':
    'Die Zustellung {id} läuft noch; der nächste Versuch ist um {time} fällig.',
  'said.text.Replay it if it fails for good.':
    'Wiederholen Sie sie, wenn sie endgültig fehlgeschlagen ist.',
  'said.text.segment and segment_id name the same segment; send one of them.':
    'Nennen Sie das Segment nur einmal, mit Schlüssel oder Nummer.',
  'said.text.list_segments shows their ids.': 'Die Nummern zeigt list_segments.',
  'said.text.list_broadcasts shows their ids.': 'Die Nummern zeigt list_broadcasts.',
  'said.text.There is no broadcast {id}.': 'Das Rundschreiben {id} gibt es nicht.',
  'said.text.{input} must be a datetime before 2201, as in 2030-01-31T09:00.':
    '„{input}“ muss ein Zeitpunkt vor 2201 sein, etwa 2030-01-31T09:00.',
  'said.text.{input} is a local time of each person, without an offset; send_at takes one.':
    '„{input}“ ist die Ortszeit jeder Person, ohne Abstand zur UTC.',
  'said.text.{input} is in place of send_at; send one of them.':
    '„{input}“ steht anstelle des festen Zeitpunkts; geben Sie nur eines davon an.',
  'said.text.{input} is missing; send it, or send_at_local.':
    '„{input}“ fehlt; geben Sie einen Zeitpunkt oder eine Ortszeit an.',
  'said.text.{input} has an offset that its zone does not have then; leave out one of them.':
    '„{input}“ hat einen Abstand zur UTC, den die Zone dann nicht hat; lassen Sie eines davon weg.',
  'said.text.{input} must be an ISO 8601 timestamp between 1970 and 2200, such as 2026-01-31T09:30:00Z.':
    '„{input}“ muss ein Zeitpunkt nach ISO 8601 zwischen 1970 und 2200 sein, etwa 2026-01-31T09:30:00Z.',
  'said.text.A broadcast sends a new email, or variants; send one of them.':
    'Ein Rundschreiben versendet eine neue E-Mail oder Varianten; geben Sie nur eines davon an.',
  'said.text.email is a new email here, so the broadcast takes no {key}.':
    'Das Rundschreiben bekommt hier eine neue E-Mail und nimmt deshalb kein „{key}“.',
  'said.text.email is a new email here, so the step takes no email_id.':
    'Der Schritt bekommt hier eine neue E-Mail; nennen Sie keine andere.',
  'said.text.email of a broadcast that exists is a new email; replace_broadcast_email copies one of the library.':
    'Einem Rundschreiben, das es schon gibt, lässt sich so nur eine neue E-Mail geben; eine vorhandene kopiert replace_broadcast_email.',
  'said.text.Broadcast {id} cannot exclude itself: nobody gets it twice anyway.':
    'Das Rundschreiben {id} kann sich nicht selbst ausschließen; ohnehin bekommt es niemand zweimal.',
  'said.text.Take its own id out of exclude.broadcast_ids.': 'Nehmen Sie seine Nummer dort heraus.',
  'said.text.Nothing of it goes out until it is resumed.':
    'Nichts davon geht hinaus, bis es fortgesetzt wird.',
  'said.text.Unschedule it, and it is not sent.':
    'Heben Sie die Planung auf, dann wird es nicht gesendet.',
  'said.text.Nothing of it is sent before you schedule it or send it now.':
    'Nichts davon wird gesendet, bevor Sie es planen oder jetzt senden.',
  'said.text.It goes out already.': 'Es geht schon hinaus.',
  'said.text.Send it now to start it.': 'Senden Sie es jetzt, damit es beginnt.',
  'said.text.Create a new broadcast with email_source copy and email_id {id}.':
    'Legen Sie ein neues Rundschreiben mit einer Kopie der E-Mail {id} an.',
  'said.text.Give it an email_id, or the key of the email as email.':
    'Nennen Sie die E-Mail mit Nummer oder Schlüssel.',
  'said.text.email_source must be scratch or copy (shared is not among its choices), unless variants are compared.':
    'Die E-Mail muss neu geschrieben oder eine Kopie sein, wenn nicht Varianten verglichen werden.',
  'said.text.email_source must be scratch or copy here: a broadcast has an email of its own, so shared is not among its choices.':
    'Die E-Mail muss hier neu geschrieben oder eine Kopie sein: Ein Rundschreiben hat eine eigene E-Mail.',
  'said.text.A broadcast with variants sends their emails, so it takes no {key}.':
    'Ein Rundschreiben mit Varianten versendet deren E-Mails und nimmt deshalb kein „{key}“.',
  'said.text.Leave {key} out, or leave variants out.': 'Lassen Sie „{key}“ oder die Varianten weg.',
  'said.text.Send variants too.': 'Geben Sie auch Varianten an.',
  'said.text.Broadcast {id} sends the emails of its variants, which stay shared.':
    'Das Rundschreiben {id} versendet die E-Mails seiner Varianten, die gemeinsam verwendet bleiben.',
  'said.text.Copy an email, and name the copy in variants with update_broadcast.':
    'Kopieren Sie eine E-Mail, und nennen Sie die Kopie mit update_broadcast bei den Varianten.',
  'said.text.email_id is required with email_source {code}.':
    'Nennen Sie die E-Mail, die geteilt oder kopiert werden soll.',
  'said.text.email and email_id name the same email; send one of them.':
    'Nennen Sie die E-Mail nur einmal, mit Schlüssel oder Nummer.',
  'said.text.email_source scratch makes a blank email, so it takes no {key}.':
    'Eine neu geschriebene E-Mail beginnt leer und nimmt deshalb kein „{key}“.',
  'said.text.Leave {key} out, or use copy.': 'Lassen Sie „{key}“ weg, oder nehmen Sie eine Kopie.',
  'said.text.Write both first.': 'Schreiben Sie zuerst beides.',
  'said.text.list_themes shows their keys.': 'Die Schlüssel zeigt list_themes.',
  'said.text.Leave person_id out to preview as anyone.':
    'Lassen Sie die Person weg, um die Vorschau für irgendwen zu sehen.',
  'said.text.With replace, variables is the whole set; send it ({} for all defaults).':
    'Beim Ersetzen sind die Variablen der ganze Satz; geben Sie ihn an.',
  'said.text.The template {id} "{name}" would break: {what}':
    'Das Layout {id} „{name}“ würde nicht mehr funktionieren: {what}',
  'said.text.The draft of email {id} does not compile: {reason}':
    'Der Entwurf der E-Mail {id} lässt sich nicht erzeugen: {reason}',
  'said.text.Email {id} does not compile: {reason}':
    'Die E-Mail {id} lässt sich nicht erzeugen: {reason}',
  'said.text.The mail could not be made: {reason}.': 'Die Mail ließ sich nicht erzeugen: {reason}.',
  'said.text.what the test was of is no longer kept; send another':
    'der Inhalt dieses Tests ist nicht mehr aufbewahrt; senden Sie einen neuen',
  'said.text.the email has no compiled form; save it again':
    'die E-Mail ist noch nicht erzeugt; speichern Sie sie noch einmal',
  'said.text.its subject is empty for this person; give the values in it a default, and retry it':
    'ihr Betreff ist für diese Person leer; geben Sie seinen Werten einen Ersatz, und versuchen Sie es noch einmal',
  'said.text.the link to {link} has no address for this person; give the value a default, and retry it':
    'der Link zu {link} hat für diese Person keine Adresse; geben Sie dem Wert einen Ersatz, und versuchen Sie es noch einmal',
  'said.text.The link to {link} has no address for this person, whose mail would fail.':
    'Der Link zu {link} hat für diese Person keine Adresse; ihre Mail würde fehlschlagen.',
  'said.text.Give the value a default, as in {example}, or put the link between {% if %} and {% endif %}.':
    'Geben Sie dem Wert einen Ersatz, etwa {example}, oder setzen Sie den Link zwischen {% if %} und {% endif %}.',
  'said.text.The subject is empty for this person, whose mail would fail.':
    'Der Betreff ist für diese Person leer; ihre Mail würde fehlschlagen.',
  'said.text.Give the values in it a default, as in {{ person.first_name | default: "you" }}.':
    'Geben Sie den Werten darin einen Ersatz, etwa {{ person.first_name | default: "you" }}.',
  'said.text.Refused for readers of a copy: {list}': 'Für Empfänger einer Kopie abgelehnt: {list}',
  'said.text.The mail server does not answer for this domain.':
    'Der Mailserver antwortet für diese Domain nicht.',
  'said.text.Send {id} is {status}: no attempt was made since it was queued.':
    'Die Sendung {id} ist „{status}“: Seit sie in der Warteschlange ist, gab es keinen Versuch.',
  'said.text.preview_email shows what its email says to a person.':
    'Was ihre E-Mail einer Person sagt, zeigt preview_email.',
  'said.text.What send {id} said cannot be shown: {why}.':
    'Was in der Sendung {id} stand, lässt sich nicht zeigen.',
  'said.text.It was handed over as the program submitted it.':
    'Sie wurde so übergeben, wie das Programm sie einlieferte.',
  'said.text.The links to unsubscribe: with them, a token that may only read could opt this person out.':
    'Die Links zum Abmelden: Mit ihnen könnte ein Token, das nur lesen darf, diese Person abmelden.',
  'said.text.content_base64 must be base64 with its padding, without line breaks.':
    'Der Inhalt muss Base64 mit Auffüllung und ohne Zeilenumbrüche sein.',
  'said.text.The attachments hold {n} bytes; a message takes {most}.':
    'Die Anhänge haben {n} Bytes; eine Nachricht nimmt {most}.',
  'said.text.Link to the files instead.': 'Verlinken Sie die Dateien stattdessen.',
  'said.text.The name of a file has 1 to {n} characters.':
    'Der Name einer Datei hat 1 bis {n} Zeichen.',
  'said.text.The name of a file has no line break and no control character.':
    'Der Name einer Datei hat keinen Zeilenumbruch und kein Steuerzeichen.',
  'said.text.The content type is one such as application/pdf, with a charset at most.':
    'Die Art des Inhalts ist etwa application/pdf, höchstens mit einem Zeichensatz.',
  'said.text.A file is no multipart and no message; application/octet-stream takes any.':
    'Eine Datei ist kein „multipart“ und keine „message“; application/octet-stream geht für jede.',
  'said.text.The content id has 1 to 200 visible ASCII characters without angle brackets, as in cid:logo.':
    'Die Kennung des Inhalts hat 1 bis 200 sichtbare ASCII-Zeichen ohne spitze Klammern, etwa cid:logo.',
  'said.text.content_id "{id}" is that of {other}.': 'content_id „{id}“ hat schon {other}.',
  'said.text.Give each file one of its own.': 'Geben Sie jeder Datei eine eigene.',
  'said.text.The header "{name}" is not taken: a message adds X-*, In-Reply-To, References and Auto-Submitted.':
    'Die Kopfzeile „{name}“ wird nicht genommen: Eine Nachricht ergänzt X-*, In-Reply-To, References und Auto-Submitted.',
  'said.text.Headers such as {name} are set by Postroad itself.':
    'Kopfzeilen wie {name} setzt Postroad selbst.',
  'said.text.The header {name} is not taken: a mail provider follows it, and it can change who gets the mail and what it says.':
    'Die Kopfzeile {name} wird nicht genommen: Ein Mailanbieter befolgt sie, und sie kann ändern, wer die Mail erhält und was darin steht.',
  'said.text.The header {name} must be one line, without control characters.':
    'Die Kopfzeile {name} muss eine Zeile ohne Steuerzeichen sein.',
  'said.text.The header {name} has no value.': 'Die Kopfzeile {name} hat keinen Wert.',
  'said.text.The header {name} has {n} characters; at most {max} are taken.':
    'Die Kopfzeile {name} hat {n} Zeichen; höchstens {max} werden genommen.',
  'said.text.The header {name} has a word of more than {n} characters, which no line of a mail holds.':
    'Die Kopfzeile {name} hat ein Wort von mehr als {n} Zeichen, das in keine Zeile einer Mail passt.',
  'said.text.The header {name} is named twice.': 'Die Kopfzeile {name} ist zweimal genannt.',
  'said.text.{input} must be one email address, as in hello@example.com.':
    '„{input}“ muss eine einzelne E-Mail-Adresse sein, etwa hello@example.com.',
  'said.text.to, cc and bcc together hold at most {n} recipients, not {given}.':
    'Zusammen sind höchstens {n} Empfänger möglich, nicht {given}.',
  'said.text.Send several messages.': 'Senden Sie mehrere Nachrichten.',
  'said.text.A recipient gets no mail.': 'Ein Empfänger bekommt keine E-Mails.',
  'said.text.Nothing is sent.': 'Es wird nichts gesendet.',
  'said.text.1 person is partway through sequence {id}.':
    'Eine Person ist mitten in der Sequenz {id}.',
  'said.text.Delete its steps, which ends their way, or wait until they have reached the end.':
    'Löschen Sie ihre Schritte, was den Weg der Personen beendet, oder warten Sie, bis alle am Ende sind.',
  'said.text.{input} has this {key} already.': '„{key}“ gehört schon zu {input}.',
  'said.text.everybody is taken only without filters.': '„Alle“ geht nur ohne Filter.',
  'said.text.q has nothing to search for, so it would mean everybody.':
    'Die Suche ist leer und träfe deshalb alle.',
  'said.text.Name a part of an address or name, or everybody: true in place of filters.':
    'Nennen Sie einen Teil einer Adresse oder eines Namens, oder wählen Sie alle statt der Filter.',
  'said.text.The last person of the previous page was erased.':
    'Die letzte Person der vorigen Seite wurde gelöscht.',
  'said.text.Leave cursor out to start at the beginning.': 'Beginnen Sie von vorn.',
  'said.text.The row begins: {text}': 'Die Zeile beginnt so: {text}',
  'said.text.Use {list}, fields.<key>, fields.<key>:<type> or ignore.':
    'Möglich sind {list}, fields.<Schlüssel>, fields.<Schlüssel>:<Art> und ignore.',
  'said.text.Types are {list}.': 'Möglich sind {list}.',
  'said.text.Name it email, or map it: {"<column>": "email"}.':
    'Nennen Sie sie „email“, oder ordnen Sie sie zu.',
  'said.text.internal_note is reserved; use the notes of a person instead.':
    'Der Name internal_note ist vergeben; nehmen Sie die Notizen einer Person.',
  'said.text.The event is not valid.': 'Das Ereignis ist nicht gültig.',
  'said.text.Nothing was sent.': 'Es wurde nichts gesendet.',
  'said.text.{input} is a text, which an input of type {code} does not fill.':
    '„{input}“ ist ein Text; eine Eingabe der Art „{code}“ füllt ihn nicht.',
  'said.text.The field "{field}" is a {wanted}, which an input of type {code} does not fill.':
    'Das Feld „{field}“ nimmt: {wanted}; eine Eingabe der Art „{code}“ füllt es nicht.',
  'said.text.{input} is not a field key.': '„{input}“ ist kein Schlüssel eines Feldes.',
  'said.text.{input} has too many fields.': '„{input}“ hat zu viele Felder.',
  'said.text.{input} takes an http or https URL.':
    '„{input}“ ist eine Adresse mit http oder https.',
  'said.text.sites takes origins such as {url}, without a path.':
    'Hier stehen Adressen von Websites ohne Pfad, etwa {url}.',
  'said.text.With it, the segment "{key}" leads round in a circle: {chain}.':
    'Damit führt das Segment „{key}“ im Kreis: {chain}.',
  'said.text.The condition leads round in a circle: {chain}.':
    'Die Bedingung führt im Kreis: {chain}.',
  'said.text.With it, the segment "{key}" reaches more than {n} segments deep.':
    'Damit reicht das Segment „{key}“ über mehr als {n} Segmente.',
  'said.text.The condition reaches more than {n} segments deep.':
    'Die Bedingung reicht über mehr als {n} Segmente.',
  'said.text.With it, the segment "{key}" has more than {n} groups and leaves, those of the segments it names included.':
    'Damit hat das Segment „{key}“ mehr als {n} Gruppen und Bedingungen, die der genannten Segmente mitgezählt.',
  'said.text.The condition has more than {n} groups and leaves, those of the segments it names included.':
    'Die Bedingung hat mehr als {n} Gruppen und einzelne Bedingungen, die der genannten Segmente mitgezählt.',
  'said.text.A condition has {n} groups and leaves at most.':
    'Eine Bedingung hat höchstens {n} Gruppen und einzelne Bedingungen.',
  'said.text.A match has {n} groups and leaves at most.':
    'Ein Vergleich hat höchstens {n} Gruppen und einzelne Bedingungen.',
  'said.text.The value of {operator} must be text or a number, not {given}.':
    'Der Wert von {operator} muss Text oder eine Zahl sein; angegeben ist {given}.',
  'said.text.The value of {operator} must be text, a number or a boolean, not {given}.':
    'Der Wert von {operator} muss Text, eine Zahl oder ein Wahrheitswert sein; angegeben ist {given}.',
  'said.text.Shorten the value.': 'Kürzen Sie den Wert.',
  'said.text.A color is an object {light, dark} of two hex strings such as "#2563eb".':
    'Eine Farbe besteht aus zwei Werten, für hell und dunkel, etwa "#2563eb".',
  'said.text.A font stack is a list of family names with commas between them, for example "Exo 2", Georgia, serif; a name is letters, digits, spaces and . _ & + -.':
    'Eine Schrift ist eine Liste von Namen mit Kommas dazwischen, etwa "Exo 2", Georgia, serif; ein Name hat Buchstaben, Ziffern, Leerzeichen und . _ & + -.',
  'said.text.variables is an object of variable name to value.':
    'Die Variablen sind ein Objekt aus Namen und Werten.',
  'said.text.The cursor is none that this list gave out.': 'Diese Seite der Liste gibt es nicht.',
  'said.text.Leave it out to start at the beginning.': 'Beginnen Sie von vorn.',
  'said.text.The cursor is one of another list.': 'Diese Seite gehört zu einer anderen Liste.',
  'said.text.The cursor was given out for other filters or another sort.':
    'Diese Seite gehört zu anderen Filtern oder einer anderen Reihenfolge.',
  'said.text.Send those of the page before with it, or leave it out to start at the beginning.':
    'Nehmen Sie die der vorigen Seite, oder beginnen Sie von vorn.',
  'said.text.Leave cursor out, or give the filters and sort of the page before with it.':
    'Beginnen Sie von vorn, oder nehmen Sie Filter und Reihenfolge der vorigen Seite.',
  'said.text.No key here is named __proto__.': 'Kein Name lautet hier __proto__.',
  'said.text.The number is too large to be kept exactly.':
    'Die Zahl ist zu groß, um genau gespeichert zu werden.',
  'said.text.The number {given} has more digits than JSON numbers keep here: it would become {other}.':
    'Die Zahl {given} hat mehr Ziffern, als Zahlen in JSON hier behalten: Sie würde zu {other}.',
  'said.text.Send it as text, in quotes.': 'Senden Sie sie als Text, in Anführungszeichen.',
  'said.text.The number {given} has more digits than numbers keep here: it would become {other}.':
    'Die Zahl {given} hat mehr Ziffern, als Zahlen hier behalten: Sie würde zu {other}.',
  'said.text.Write it as text, in quotes.': 'Schreiben Sie sie als Text, in Anführungszeichen.',
  'said.text.JSON may hold {n} values at most.': 'JSON darf höchstens {n} Werte enthalten.',
  'said.text.Send it in parts.': 'Senden Sie es in Teilen.',
  'said.text.JSON may be nested {n} levels deep at most.':
    'JSON darf höchstens {n} Ebenen tief verschachtelt sein.',
  'said.text.expand takes {list}, not "{given}".': 'Hier gehen {list}, nicht „{given}“.',
  'said.text.Invalid input.': 'Die Eingabe ist ungültig.',
  'said.text.key must not be a number, since records are also addressed by id.':
    'Der Schlüssel darf keine Zahl sein, denn Einträge haben auch Nummern.',
  'said.text.key takes lowercase letters, digits, single - or _ between them.':
    'Der Schlüssel hat Kleinbuchstaben und Ziffern, dazwischen einzelne - oder _.',
  'said.text.A report covers whole days; write each as 2026-01-31.':
    'Ein Bericht umfasst ganze Tage; schreiben Sie jeden wie 2026-01-31.',
  'said.text.from must be a day such as 2026-01-31.': 'Der erste Tag ist einer wie 2026-01-31.',
  'said.text.to must be a day such as 2026-01-31.': 'Der letzte Tag ist einer wie 2026-01-31.',
  'said.text.Counting took over {n} s.': 'Das Zählen dauerte länger als {n} s.',
  'said.text.Ask for fewer days with from and to.': 'Wählen Sie weniger Tage.',
  'said.text.Without failed emails nothing is left to retry.':
    'Ohne Fehlgeschlagenes bleibt nichts, was erneut versucht würde.',
  'said.text.Ask for uncertain ones too.': 'Nehmen Sie Ungewisses dazu.',
  'said.text.source_id needs source, which says what the id is of.':
    'Nennen Sie neben der Nummer auch, wovon sie ist.',
  'said.text.Others changed the same records at the same moment, each time this was tried.':
    'Andere änderten im selben Augenblick dieselben Einträge, bei jedem Versuch.',
  'said.text.Nothing was stored.': 'Es wurde nichts gespeichert.',
  'said.text.The database is not migrated.': 'Die Datenbank ist nicht auf diesem Stand.',
  'said.text.A newer version has migrated the database.':
    'Eine neuere Version hat die Datenbank auf ihren Stand gebracht.',
  'said.text.Stop this process, and start the newer version.':
    'Beenden Sie diesen Prozess und starten Sie die neuere Version.',
  'said.text.Run postroad migrate.': 'Führen Sie „postroad migrate“ aus.',
  'said.text.The disk of the database is full.': 'Der Datenträger der Datenbank ist voll.',
  'said.text.The database is too busy.': 'Die Datenbank ist überlastet.',
  'said.text.What was asked may or may not be done.':
    'Was verlangt wurde, ist vielleicht getan, vielleicht nicht.',
  'said.text.Try again with the same idempotency key.':
    'Versuchen Sie es mit demselben Idempotenzschlüssel noch einmal.',
  'said.text.There are no live changes.': 'Änderungen in Echtzeit gibt es nicht.',
  'said.text.made_at must be a time that has passed.': 'Der Zeitpunkt muss vergangen sein.',
  'said.text.now must be an ISO 8601 timestamp.':
    'Der Zeitpunkt muss nach ISO 8601 geschrieben sein.',
  'said.text.The body may be at most {n} bytes.': 'Es dürfen höchstens {n} Bytes gesendet werden.',
  'said.text.Send less at once.': 'Senden Sie weniger auf einmal.',
  'said.text.The file is larger than any record can be.':
    'Die Datei ist größer, als ein Eintrag sein kann.',
  'said.text.No more of the body arrived in time.': 'Die Übertragung kam nicht rechtzeitig weiter.',
  'said.text.Send the file in UTF-8, and not compressed.':
    'Senden Sie die Datei in UTF-8 und nicht komprimiert.',
  'said.text.The test clock could not settle: something stays due for ever.':
    'Die Testuhr kommt nicht zur Ruhe: Etwas bleibt für immer fällig.',
  'said.text.{input} must be a date such as 2026-01-31.':
    '„{input}“ muss ein Datum wie 2026-01-31 sein.',
  'said.text.Write the handle of a step, its id and slug, such as 1-welcome.':
    'Nennen Sie einen Schritt mit Nummer und Kürzel, etwa 1-welcome.',
  'said.text.Write the handle of a step of the type {code}.':
    'Nennen Sie einen Schritt der Art {code}.',
  'said.text.Write the key or the id of an email.':
    'Nennen Sie Schlüssel oder Nummer einer E-Mail.',
  'said.text.Write the key or the id of a sequence.':
    'Nennen Sie Schlüssel oder Nummer einer Sequenz.',
  'said.text.The record was archived on the server since the pull, and its file is changed.':
    'Der Eintrag wurde seit dem Abruf auf dem Server archiviert, und seine Datei ist geändert.',
  'said.text.The record was removed on the server since the pull, and its file is changed.':
    'Der Eintrag wurde seit dem Abruf auf dem Server gelöscht, und seine Datei ist geändert.',
  'said.text.Remove the file; or use force to make the record again.':
    'Entfernen Sie die Datei, oder erzwingen Sie es, um den Eintrag neu anzulegen.',
  'said.text.Take what conflicts has as the text of the server into the file, or use force to overwrite it.':
    'Übernehmen Sie den Text des Servers in die Datei, oder erzwingen Sie es, um ihn zu überschreiben.',
  'said.text.Put the file back with the text of the server, or use force to remove the record.':
    'Legen Sie die Datei mit dem Text des Servers wieder an, oder erzwingen Sie es, um den Eintrag zu löschen.',
  'said.text.It is in use by {location}, which would break: {what}':
    'Es wird noch verwendet von {location}, das dann nicht mehr funktionieren würde: {what}',
  'said.text.Put its file back, or change {location} in the same push.':
    'Legen Sie die Datei wieder an, oder ändern Sie {location} zugleich.',
  'said.text.Undo the change, or change {location} in the same push.':
    'Nehmen Sie die Änderung zurück, oder ändern Sie {location} zugleich.',
  'said.text.No template is the default any more.': 'Kein Layout ist mehr der Standard.',
  'said.text.More than one template is the default: {names}.':
    'Mehr als ein Layout ist der Standard: {names}.',
  'said.text.Set is_default to false in all but one.':
    'Setzen Sie is_default bei allen außer einem auf false.',
  'said.text.Put its file back, or add the file of another one with is_default true.':
    'Legen Sie die Datei wieder an, oder fügen Sie die eines anderen mit is_default true hinzu.',
  'said.text.Set is_default to true in the file of one.':
    'Setzen Sie is_default in der Datei von einem auf true.',
  'said.text.Add its file to the tree, or point the layouts at another theme.':
    'Nehmen Sie die Datei dazu, oder geben Sie den Layouts ein anderes Design.',
  'said.text.People have had values of the field "{key}", so it stays a {wanted}.':
    'Personen hatten Werte im Feld „{key}“, deshalb bleibt seine Art: {wanted}.',
  'said.text.Create another field of type {wanted}.':
    'Legen Sie ein anderes Feld dieser Art an: {wanted}.',
  'said.text.Keep the type.': 'Behalten Sie die Art.',
  'said.text.Write "{near}" as theme, or add themes/{key}.json.':
    'Schreiben Sie „{near}“ als Design, oder legen Sie themes/{key}.json an.',
  'said.text.Use the key of a file of themes/, or add themes/{key}.json.':
    'Nehmen Sie den Schlüssel einer Datei in themes/, oder legen Sie themes/{key}.json an.',
  'said.text.Write both, or leave the step a draft.':
    'Schreiben Sie beides, oder lassen Sie den Schritt als Entwurf stehen.',
  'said.text.Use another email, or take kind out of its file.':
    'Nehmen Sie eine andere E-Mail, oder nehmen Sie „kind“ aus ihrer Datei.',
  'said.text.Add its file to the tree, or use another email.':
    'Nehmen Sie ihre Datei dazu, oder nehmen Sie eine andere E-Mail.',
  'said.text.Use the id in the front matter of an email of the tree.':
    'Nehmen Sie die Nummer aus dem Kopf einer der E-Mails.',
  'said.text.Write template with the key of a file of templates/, or null for the default.':
    'Schreiben Sie bei „template“ den Schlüssel einer Datei in templates/, oder null für den Standard.',
  'said.text.Add flows/{key}.json, or move the file to the folder of its flow.':
    'Legen Sie flows/{key}.json an, oder verschieben Sie die Datei in den Ordner ihres Ablaufs.',
  'said.text.Remove the line of "{name}".': 'Entfernen Sie die Zeile mit „{name}“.',
  'said.text.Rename "{name}" to "{near}".': 'Benennen Sie „{name}“ in „{near}“ um.',
  'said.text.Shorten the file.': 'Kürzen Sie die Datei.',
  'said.text.Shorten it.': 'Kürzen Sie sie.',
  'said.text.Change line {n} of {location}.': 'Ändern Sie Zeile {n} von {location}.',
  'said.text.See {schema}.': 'Mehr dazu steht unter {schema}.',
  'said.text.Write Liquid in place of Handlebars: {% if … %} … {% endif %}, and {{ name }} with two braces.':
    'Schreiben Sie Liquid statt Handlebars: {% if … %} … {% endif %} und {{ name }} mit zwei Klammern.',
  'said.text.Write a variable of {schema} in place of {location}.':
    'Schreiben Sie statt {location} eine Variable, die unter {schema} steht.',
  'said.text.{key} is a custom field here.': '{key} ist hier ein eigenes Feld.',
  'said.text.The language of emails is that of the field language.':
    'Die Sprache der Mails ist die des Feldes language.',
  'said.text.Write language in place of {key}.': 'Schreiben Sie language statt {key}.',
  "said.text.The person's own {member} stays as it is.":
    'Die Angabe {member} der Person selbst bleibt, wie sie ist.',
  'said.text.Other programs mean {member} by it.': 'Andere Programme meinen damit {member}.',
  'said.text.{name} is left out, since people have an id of their own here.':
    '{name} wird weggelassen, weil Personen hier eine eigene ID haben.',
  'said.text.Put {member} beside fields, not into it, and clear the field with null.':
    'Schreiben Sie {member} neben fields, nicht hinein, und leeren Sie das Feld mit null.',
  'said.text.Write {member} with {operation}: an event does not take it.':
    'Schreiben Sie {member} mit {operation}: Ein Ereignis nimmt die Angabe nicht an.',
  'said.text.Map its column to {member} and import again, if that is what was meant.':
    'Ordnen Sie die Spalte {member} zu und importieren Sie noch einmal, wenn das gemeint war.',
  'said.text.Send it as an object with {given}.': 'Senden Sie ein Objekt mit {given}.',
  'said.text.The {kind} {id} is another one: its key is "{other}", not "{key}".':
    'Die Nummer {id} gehört zu einem anderen Eintrag ({kind}): Sein Schlüssel ist „{other}“, nicht „{key}“.',
  'said.text.Leave the id out: the key alone names the {kind} {id} here.':
    'Lassen Sie die Nummer weg: Der Schlüssel allein nennt hier den Eintrag {id} ({kind}).',
  'said.text.Leave the id out: the file makes a new record then.':
    'Lassen Sie die Nummer weg: Dann legt die Datei einen neuen Eintrag an.',
  'said.text.Leave the id out: the key alone names the {kind} here.':
    'Lassen Sie die Nummer weg: Der Schlüssel allein nennt hier den Eintrag ({kind}).',
  'said.text.The {kind} {key} exists and has no file, and this file makes another one: it has neither key nor id.':
    'Den Eintrag {key} ({kind}) gibt es, und er hat keine Datei; diese Datei legt noch einen an, denn sie hat weder Schlüssel noch Nummer.',
  'said.text.Write the key {key} into the file if it is that one, or a key of its own.':
    'Schreiben Sie den Schlüssel {key} in die Datei, wenn sie diesen Eintrag meint, oder einen eigenen.',
  'said.text.Where other files name it by that id, write its key instead.':
    'Wo andere Dateien ihn mit dieser Nummer nennen, schreiben Sie stattdessen seinen Schlüssel.',
  'said.text.The key "{key}" is that of the {kind} {id}, not of {other}.':
    'Der Schlüssel „{key}“ gehört zum Eintrag {id} ({kind}), nicht zu {other}.',
  'said.text.A new id is {n} at most.': 'Eine neue Nummer ist höchstens {n}.',
  'said.text.Leave the id out.': 'Lassen Sie die Nummer weg.',
  'said.text.The file begins with a byte order mark.':
    'Die Datei beginnt mit einer Markierung der Bytefolge (BOM).',
  'said.text.Save it as UTF-8 without a mark.':
    'Speichern Sie sie als UTF-8 ohne diese Markierung.',
  'said.text.Lines of the file end with carriage returns.':
    'Zeilen der Datei enden mit Wagenrücklauf (CR).',
  'said.text.Save it with line feeds (LF) alone.': 'Speichern Sie sie nur mit Zeilenvorschub (LF).',
  'said.text.The id is a whole number from 1, not {given}.':
    'Die Nummer ist eine ganze Zahl ab 1; angegeben ist {given}.',
  'said.text.Leave it out for a new record.': 'Lassen Sie sie bei einem neuen Eintrag weg.',
  'said.text.The key is a text, not {given}.': 'Der Schlüssel ist ein Text; angegeben ist {given}.',
  'said.text.The file takes no key: its path says what it is of.':
    'Die Datei nimmt keinen Schlüssel; wovon sie ist, sagt ihr Pfad.',
  'said.text.Take key out.': 'Nehmen Sie „key“ heraus.',
  'said.text.restore is true or false, not {given}.':
    '„restore“ ist true oder false; angegeben ist {given}.',
  'said.text.Write true or false.': 'Schreiben Sie true oder false.',
  'said.text.The tree holds {list}; leave other files out.':
    'Möglich sind {list}; lassen Sie andere Dateien weg.',
  'said.text.Write "{near}" as {location}, or add a file with key: {key} to {folder}.':
    'Schreiben Sie „{near}“ bei {location}, oder legen Sie in {folder} eine Datei mit diesem Schlüssel an: {key}.',
  'said.text.Use a key of {from}s/, or add a file with key: {key} to {folder}.':
    'Nehmen Sie einen Schlüssel aus {from}s/, oder legen Sie in {folder} eine Datei mit diesem Schlüssel an: {key}.',
  'said.text.The file holds more than {n} keys, values and signs.':
    'Die Datei hat mehr als {n} Schlüssel, Werte und Zeichen.',
  'said.text.Make it shorter, or save the record by its own operation instead of by a file.':
    'Kürzen Sie sie, oder speichern Sie den Eintrag anders als mit einer Datei.',
  'said.text.The files before this one hold {n} keys, values and signs, as many as are read at once.':
    'Die Dateien davor haben {n} Schlüssel, Werte und Zeichen; mehr wird nicht auf einmal gelesen.',
  'said.text.Send the tree in parts: leave out the files that you did not change, or some of them.':
    'Übernehmen Sie die Dateien in Teilen: Lassen Sie solche weg, die Sie nicht geändert haben.',
  'said.text.A tree has {n} files at most.': 'Mehr als {n} Dateien gehen nicht auf einmal.',
  'said.text.Front matter has {n} characters at most.':
    'Der Kopf der Datei hat höchstens {n} Zeichen.',
  'said.text.YAML may be nested {n} levels deep at most.':
    'YAML darf höchstens {n} Ebenen tief verschachtelt sein.',
  'said.text.Take levels out of it.': 'Nehmen Sie Ebenen heraus.',
  'said.text.Aliases (*name) are not read here.': 'Verweise (*name) werden hier nicht gelesen.',
  'said.text.Write the value out.': 'Schreiben Sie den Wert aus.',
  'said.text.Anchors (&name) are not read here.': 'Anker (&name) werden hier nicht gelesen.',
  'said.text.Take the anchor out.': 'Nehmen Sie den Anker heraus.',
  'said.text.Tags (!name) are not read here.': 'Arten (!name) werden hier nicht gelesen.',
  'said.text.Nothing was applied: blocked_by names the files that block.':
    'Nichts wurde übernommen: blocked_by nennt die Dateien, die blockieren.',
  'said.text.Correct them, and apply the tree again.':
    'Berichtigen Sie sie, und übernehmen Sie den Ordner erneut.',
  'said.text.Take the tag out.': 'Nehmen Sie sie heraus.',
  'said.text.This is not YAML: {yaml}.': 'Das ist kein YAML: {yaml}.',
  'said.text.{when}: {verdict}, saw {actual}; {trace}':
    '{when}: {verdict}, gesehen: {actual}; {trace}',
  'said.text.{when}: {verdict}, saw {actual}': '{when}: {verdict}, gesehen: {actual}',
  'said.actual.true': 'ja',
  'said.actual.false': 'nein',
  'said.actual.null': 'nichts',
  'said.branch.then': 'Ja',
  'said.branch.else': 'Nein',
  'said.branch.met': 'Eingetreten',
  'said.branch.expired': 'Abgelaufen',
  'said.branch.succeeded': 'Zugestellt',
  'said.branch.failed': 'Nicht zugestellt',
  'said.verdict.yes': 'ja',
  'said.verdict.no': 'nein',
  'said.text.Wait for the event "{event}" with matching details, past ones too, {duration} at most':
    'Wartet auf das Ereignis „{event}“ mit passenden Einzelheiten, auch ein früheres, höchstens {duration}',
  'said.text.Wait for the event "{event}", past ones too, {duration} at most':
    'Wartet auf das Ereignis „{event}“, auch ein früheres, höchstens {duration}',
  'said.text.Wait for the event "{event}" with matching details, past ones too':
    'Wartet auf das Ereignis „{event}“ mit passenden Einzelheiten, auch ein früheres',
  'said.text.Wait for the event "{event}", past ones too':
    'Wartet auf das Ereignis „{event}“, auch ein früheres',
  'said.text.undefined variable: {name}.': 'Eine Variable „{name}“ gibt es nicht.',
  'said.text.append expect 2 arguments.': '„append“ braucht genau einen Wert.',
  'said.text.prepend expect 2 arguments.': '„prepend“ braucht genau einen Wert.',
  'said.text.block tag cannot be nested.': 'Ein Block darf keinen gleichen enthalten.',
  'said.text.illegal file path.': 'Dieser Befehl nennt keine Datei.',
  'said.text.parse length limit exceeded.': 'Der Text ist zu lang.',
  'said.text.{input} must be a date such as 2026-01-31, or an ISO 8601 timestamp.':
    '„{input}“ muss ein Datum wie 2026-01-31 oder ein Zeitpunkt nach ISO 8601 sein.',
  'said.text.Write "{near}", if that is what was meant, or leave it if the event comes later.':
    'Schreiben Sie „{near}“, wenn das gemeint ist, oder lassen Sie es so, wenn das Ereignis noch kommt.',
  'said.text.Put {mapping} into mapping, if that is what was meant.':
    'Schreiben Sie {mapping} in die Zuordnung, wenn das gemeint ist.',
  'said.text.Write "{near}", if that is what was meant.':
    'Schreiben Sie „{near}“, wenn das gemeint ist.',
  'said.text.Write "{near}", if that is what was meant; it takes {keys}.':
    'Schreiben Sie „{near}“, wenn das gemeint ist; dazu gehören {keys}.',
  'said.text.Write the comparison with "{near}" and wrap it: {condition}.':
    'Schreiben Sie den Vergleich mit „{near}“ und setzen Sie ihn in {condition}.',
  'said.text.Write {group} of two comparisons, one with "{first}" and one with "equals".':
    'Schreiben Sie {group} mit zwei Vergleichen, einem mit „{first}“ und einem mit „equals“.',
  'said.text.Write {group} of comparisons with "equals", one for each value.':
    'Schreiben Sie {group} mit Vergleichen mit „equals“, einem für jeden Wert.',
  'said.text."{key}" is the numeric id of {wanted}, not {given}.':
    'Hier steht die Nummer, nicht {given}.',
  'said.text.The value of {operator} is {wanted}, {"amount": 7, "unit": "days"}, not {given}.':
    'Der Wert von {operator} ist {wanted}, etwa {"amount": 7, "unit": "days"}; angegeben ist {given}.',
  'said.text.field needs "field": the key of a custom field, not {given}.':
    'Die Bedingung braucht den Schlüssel eines eigenen Feldes; angegeben ist {given}.',
  'said.text."{name}" is not part of it.': '„{name}“ gehört nicht dazu.',
  'said.text.A webhook endpoint is named by its key or id, not by {given}.':
    'Ein Webhook-Endpunkt wird mit Schlüssel oder Nummer genannt, nicht mit {given}.',
  'said.text.Write the key of an endpoint from list_webhook_endpoints.':
    'Nehmen Sie den Schlüssel eines Endpunkts aus list_webhook_endpoints.',
  'said.text."wait" is an object with a timeout, not {given}.':
    'Das Warten auf den Aufruf ist ein Objekt mit „timeout“; angegeben ist {given}.',
  'said.text."wait" takes the key timeout alone, not {given}.':
    'Das Warten auf den Aufruf nimmt nur „timeout“, nicht {given}.',
  'said.text.Another step before it has the id {id}.':
    'Ein Schritt davor hat schon die Nummer {id}.',
  'said.text.Write the name of an event as text, such as "signed_up".':
    'Schreiben Sie den Namen eines Ereignisses als Text, etwa "signed_up".',
  'said.text."{key}" is at most {n} bytes of JSON.': '„{key}“ darf höchstens {n} Bytes JSON sein.',
  'said.text.A sequence is named by its numeric id, not by {given}.':
    'Eine Sequenz wird mit ihrer Nummer genannt, nicht mit {given}.',
  'said.text.Write the id of a sequence from list_sequences.':
    'Nehmen Sie die Nummer einer Sequenz aus list_sequences.',
  'said.text.A custom field is named by its key, not by {given}.':
    'Ein eigenes Feld wird mit seinem Schlüssel genannt, nicht mit {given}.',
  'said.text.Write the key of a field from list_fields.':
    'Nehmen Sie den Schlüssel eines Feldes aus list_fields.',
  'said.text.It is no single value.': 'Es ist kein einzelner Wert.',
  'said.text.Write text, a number, true or false, or "" to clear the field.':
    'Schreiben Sie Text, eine Zahl, true oder false, oder "", um das Feld zu leeren.',
  'said.text.An email is named by its numeric id, not by {given}.':
    'Eine E-Mail wird mit ihrer Nummer genannt, nicht mit {given}.',
  'said.text.Write the id of an email from list_emails.':
    'Nehmen Sie die Nummer einer E-Mail aus list_emails.',
  'said.text.Write {value} without quotes.': 'Schreiben Sie {value} ohne Anführungszeichen.',
  'said.text.Add "type": {type} to the trigger.': 'Ergänzen Sie "type": {type} im Auslöser.',
  'said.text.Write the name of a tag as text, such as "customer".':
    'Schreiben Sie den Namen eines Tags als Text, etwa "customer".',
  'said.text.The old "timeout" became expires_after and the arm expired.':
    'Aus dem alten „timeout“ wurden „expires_after“ und der Weg „expired“.',
  'said.text.A definition is an object with trigger and nodes, not {given}.':
    'Eine Definition ist ein Objekt mit „trigger“ und „nodes“; angegeben ist {given}.',
  'said.text.The node_counter {n} is no whole number from 0 to {max}.':
    'Der node_counter {n} ist keine ganze Zahl von 0 bis {max}.',
  'said.text.The node_counter {n} is behind: {max} was already handed out.':
    'Der node_counter {n} liegt zurück: {max} ist schon vergeben.',
  'said.text.The arm at {path} is the holdout already.':
    'Der Weg bei {path} ist schon die Kontrollgruppe.',
  'said.text."seed" is text of 1 to {n} characters, not {given}.':
    '„seed“ ist Text mit 1 bis {n} Zeichen; angegeben ist {given}.',
  'said.text.Write any text, or leave "seed" out: the key of the flow is used then.':
    'Schreiben Sie irgendeinen Text, oder lassen Sie „seed“ weg; dann gilt der Schlüssel des Ablaufs.',
  'said.text.An arm is an object with name, weight and steps, not {given}.':
    'Ein Weg ist ein Objekt mit „name“, „weight“ und „steps“; angegeben ist {given}.',
  'said.text.An arm does not read the key {given}.': 'Ein Weg kennt keine Angabe {given}.',
  'said.text.The trigger is an object that says what starts the flow, not an empty one.':
    'Der Auslöser sagt, was den Ablauf startet; er ist leer.',
  'said.text.The trigger is an object that says what starts the flow, not {given}.':
    'Der Auslöser ist ein Objekt, das sagt, was den Ablauf startet; angegeben ist {given}.',
  'said.text."event" is an object with name and occurrence, not {given}.':
    'Das Ereignis ist ein Objekt mit „name“ und „occurrence“; angegeben ist {given}.',
  'said.text."wait_for" is an object with event or condition, not {given}.':
    '„wait_for“ ist ein Objekt mit „event“ oder „condition“; angegeben ist {given}.',
  'said.text."occurrence" is {list}, not {given}.':
    'Welches Eintreten zählt, ist {list}; angegeben ist {given}.',
  'said.text."field" is the key of a custom field of type date, not {given}.':
    'Hier steht der Schlüssel eines eigenen Feldes für ein Datum; angegeben ist {given}.',
  'said.text."until_field" takes exactly one of before and after; it has both.':
    'Nennen Sie entweder die Zeit davor oder die danach, nicht beides.',
  'said.text."until_field" takes exactly one of before and after; it has neither.':
    'Nennen Sie die Zeit davor oder die danach.',
  'said.text."until" is an object with local_time and timezone, not {given}.':
    'Bis wann gewartet wird, ist ein Objekt mit „local_time“ und „timezone“; angegeben ist {given}.',
  'said.text."until_field" is an object with field and before or after, not {given}.':
    'Bis wann gewartet wird, ist ein Objekt mit „field“ und „before“ oder „after“; angegeben ist {given}.',
  'said.text."weekdays" is a list of different days from 0 to 6, Sunday 0, not {given}.':
    'Die Wochentage sind eine Liste verschiedener Tage von 0 bis 6 (0 ist Sonntag); angegeben ist {given}.',
  'said.text."timezone" is {list}, not {given}.': 'Die Zeitzone ist {list}; angegeben ist {given}.',
  'said.text.Add "wait": {"timeout": {"amount": 1, "unit": "hours"}}, or move the steps behind it.':
    'Ergänzen Sie "wait": {"timeout": {"amount": 1, "unit": "hours"}}, oder verschieben Sie die Schritte dahinter.',
  'said.text."{key}" is left over and is never read; steps run in the order of the list.':
    '„{key}“ ist ein Überbleibsel und wird nie gelesen; die Schritte laufen in der Reihenfolge der Liste.',
  'said.text.The old "timeout" of this gate cannot be read, and is never used.':
    'Das alte „timeout“ dieses Schritts lässt sich nicht lesen und wird nie benutzt.',
  'said.text."steps" of an arm must be a list of steps, not {given}.':
    'Die Schritte eines Wegs müssen eine Liste sein; angegeben ist {given}.',
  'said.text.The arm "{name}" of {code} must be a list of steps, not {given}.':
    'Der Weg „{name}“ von {code} muss eine Liste von Schritten sein; angegeben ist {given}.',
  'said.text.Write {wanted} in "{key}" of the trigger.':
    'Schreiben Sie bei „{key}“ des Auslösers: {wanted}.',
  'said.text.A step comes after an exit_flow and never runs.':
    'Nach „Ablauf verlassen“ kommt noch ein Schritt, der nie läuft.',
  'said.text.A step comes after a branch that nobody leaves and never runs.':
    'Nach einer Verzweigung, die niemand verlässt, kommt noch ein Schritt, der nie läuft.',
  'said.text."nodes" must be a list of steps, not {given}.':
    '„nodes“ muss eine Liste von Schritten sein; angegeben ist {given}.',
  'said.text.Nothing reads the key {given} of a definition.':
    'Die Angabe {given} einer Definition liest niemand.',
  'said.text.The step has no id, and none is left to mint.':
    'Der Schritt hat keine Nummer, und es ist keine mehr frei.',
  'said.text.The step has neither a slug nor a name.':
    'Der Schritt hat weder ein Kürzel noch einen Namen.',
  'said.text.The slug {given} has other characters than a-z, 0-9 and single hyphens between them, or more than {n}.':
    'Das Kürzel {given} hat andere Zeichen als a-z, 0-9 und einzelne Bindestriche dazwischen, oder mehr als {n}.',
  'said.text.A description is text of up to {n} characters.':
    'Eine Beschreibung ist Text mit bis zu {n} Zeichen.',
  'said.text.The id {id} already belongs to the step at {path}.':
    'Die Nummer {id} gehört schon dem Schritt bei {path}.',
  'said.text.The step {handle} was saved and is gone.':
    'Der Schritt {handle} war gespeichert und ist nicht mehr da.',
  'said.text.The id {id} belonged to {handle}, a {code}, and now to a {given}.':
    'Die Nummer {id} gehörte zu {handle} ({code}) und gehört jetzt zu einem Schritt der Art {given}.',
  'said.text.A duration has {list}, not {given}.': 'Eine Dauer hat {list}, nicht {given}.',
  'said.text."{name}" is no member of {resource}; they have {list}.':
    '„{name}“ ist keine Angabe der Einträge; sie haben {list}.',
  'said.text.Name members of that list alone.': 'Nennen Sie nur Angaben dieser Liste.',
  'said.text.Fields of your own are all in fields.': 'Ihre eigenen Felder stehen alle in fields.',
  'said.text.This operation changes no record that has a revision.':
    'Diese Operation ändert keinen Eintrag, der einen Stand hat.',
  'said.text.Leave if_revision out.': 'Lassen Sie if_revision weg.',
  'said.text.An idempotency key has 1 to {n} characters.':
    'Ein Idempotenzschlüssel hat 1 bis {n} Zeichen.',
  'said.text.The first request with this idempotency key is still at work or was cut off.':
    'Der erste Aufruf mit diesem Idempotenzschlüssel läuft noch oder wurde abgeschnitten.',
  'said.text.Look at what it did before you send it again under a new key.':
    'Sehen Sie nach, was er getan hat, bevor Sie ihn unter einem neuen Schlüssel wiederholen.',
  'said.text.template and template_id name the same layout; send one of them.':
    'Nennen Sie das Layout nur einmal, mit Schlüssel oder Nummer.',
  'said.text.The address differs from the event that this key was first used for.':
    'Die Adresse ist eine andere als beim Ereignis, für das dieser Schlüssel zuerst benutzt wurde.',
  'said.text.The name differs from the event that this key was first used for.':
    'Der Name ist ein anderer als beim Ereignis, für das dieser Schlüssel zuerst benutzt wurde.',
  'said.text.The address and name differ from the event that this key was first used for.':
    'Adresse und Name sind andere als beim Ereignis, für das dieser Schlüssel zuerst benutzt wurde.',
  'said.text.Nothing was recorded; use a key of its own for each event.':
    'Es wurde nichts erfasst; nehmen Sie für jedes Ereignis einen eigenen Schlüssel.',
  'said.text.Restore it, or send another.': 'Holen Sie sie zurück, oder senden Sie eine andere.',
  'said.text.Say what to send: an email by email_id or by its key, or subject with body_markdown.':
    'Sagen Sie, was gesendet wird: eine E-Mail, oder Betreff und Text.',
  'said.text.A message has one source: send {one} or {other}, not both.':
    'Eine Nachricht hat eine Quelle: entweder {one} oder {other}.',
  'said.text.{input} must not be blank: words of a message are subject and body_markdown.':
    '„{input}“ darf nicht leer sein: Eine Nachricht hat Betreff und Text.',
  'said.text.transactional is always true for subject and body_markdown; a marketing message sends a marketing email.':
    'Eine Nachricht mit eigenem Betreff und Text ist immer transaktional; eine werbliche versendet eine werbliche E-Mail.',
  'said.text.transactional is what the email says, and email {id} is {status}.':
    'Ob eine Nachricht transaktional ist, sagt ihre E-Mail; die E-Mail {id} ist {status}.',
  'said.text.Leave it out, or set the kind of the email.':
    'Lassen Sie es weg, oder ändern Sie die Art der E-Mail.',
  'said.text.tracking counts for an email, and subject and body_markdown have none.':
    'Gezählt werden Öffnungen und Klicks nur bei einer E-Mail, nicht bei eigenem Betreff und Text.',
  'said.text.Leave tracking out, or send an email.':
    'Lassen Sie das Zählen weg, oder senden Sie eine E-Mail.',
  'said.text.from may not be {address}: it is neither the sender of the profile nor of the email, and {domain} is not in the setting sending.allowed_from.':
    'Der Absender darf nicht {address} sein: Das ist weder der Absender des Profils noch der der E-Mail, und {domain} steht nicht in der Einstellung sending.allowed_from.',
  'said.text.Use one of these senders, or add the domain.':
    'Nehmen Sie einen dieser Absender, oder ergänzen Sie die Domain.',
  'said.text.A file of the mail is no longer kept.':
    'Eine Datei der Mail ist nicht mehr aufbewahrt.',
  'said.text.A chunk of an import could not be written.':
    'Ein Teil eines Imports ließ sich nicht schreiben.',
  'said.text.A batch of a tagging could not be written.':
    'Ein Teil einer Änderung von Tags ließ sich nicht schreiben.',
  'said.text.Name filters for the people, or everybody: true for all of them.':
    'Wählen Sie Filter für die Personen, oder alle.',
  'said.text.Add q, tag, segment or another filter.':
    'Ergänzen Sie eine Suche, ein Tag, ein Segment oder einen anderen Filter.',
  'said.text.Write a part of an address or name as q.':
    'Suchen Sie nach einem Teil einer Adresse oder eines Namens.',
  'said.text.Its email takes long to make, and other mail of such emails comes first.':
    'Die E-Mail dafür ist aufwendig zu erzeugen, und andere Mails aus solchen E-Mails gehen vor.',
  'said.text.Its email takes long to make, and other mail of it comes first.':
    'Die E-Mail dafür ist aufwendig zu erzeugen, und andere Mails daraus gehen vor.',
  'said.text.Mail is of a broadcast or of a flow: give broadcast_id or flow_key, not both.':
    'Eine Mail gehört zu einem Rundschreiben oder zu einem Ablauf: Nennen Sie nur eines davon.',
  'said.text.Give it an email_id, the key of an email as email, or a new email.':
    'Nennen Sie eine E-Mail mit Nummer oder Schlüssel, oder geben Sie eine neue an.',
  'said.text.This application has no secret.': 'Diese Anwendung hat kein Geheimnis.',
  'said.text.Did you mean "{near}"?': 'Meinten Sie „{near}“?',
  'said.text.Did you mean {near}?': 'Meinten Sie „{near}“?',
  'said.text.There is no such flow.': 'Diesen Ablauf gibt es nicht.',
  'said.text.Take a key from list_flows.': 'Nehmen Sie einen Schlüssel aus list_flows.',
  'said.text.Nothing prevents emailing this person.':
    'Nichts hindert daran, dieser Person Mails zu senden.',
  'said.text.No flow, sequence or broadcast sends this email, and it was never queued for this person.':
    'Kein Ablauf, keine Sequenz und kein Rundschreiben versendet diese E-Mail, und für diese Person war sie nie in der Warteschlange.',
  'said.text.Send it from one of them, or send a test with send_test_email.':
    'Verschicken Sie sie mit einem davon, oder senden Sie einen Test mit send_test_email.',
  'said.text.This person is of the example, and no mail leaves for them.':
    'Diese Person gehört zum Beispiel, und an sie gehen keine Mails hinaus.',
  'said.text.Take a person of your own.': 'Nehmen Sie eine eigene Person.',
  'said.text.The address belongs to a person who was erased, and stays suppressed.':
    'Die Adresse gehört zu einer Person, die gelöscht wurde, und bleibt vom Versand ausgeschlossen.',
  'said.text.Unsubscribed since {time} by the link in "{title}" (email {id}, send {send}).':
    'Abgemeldet seit {time}, über den Link in „{title}“ (E-Mail {id}, Sendung {send}).',
  'said.text.Unsubscribed since {time} by the link in "{title}" (email {id}).':
    'Abgemeldet seit {time}, über den Link in „{title}“ (E-Mail {id}).',
  'said.text.Unsubscribed since {time}.': 'Abgemeldet seit {time}.',
  'said.text.Never subscribed.': 'Nie angemeldet.',
  'said.text.Resubscribe the person only where they asked for it: set unsubscribed to false with update_person.':
    'Melden Sie die Person nur wieder an, wenn sie darum gebeten hat: mit update_person.',
  'said.text.The address was refused for good at {time}.':
    'Die Adresse wurde am {time} endgültig abgelehnt.',
  'said.text.Correct the address with update_person, or set hard_bounced to false once the mailbox exists again.':
    'Berichtigen Sie die Adresse mit update_person, oder heben Sie dort die Unzustellbarkeit auf, sobald es das Postfach wieder gibt.',
  'said.text.Complained about an email at {time}.':
    'Hat sich am {time} über eine E-Mail beschwert.',
  'said.text.People who complained are never emailed again.':
    'Wer sich beschwert hat, bekommt nie wieder E-Mails.',
  'said.text.There is no such email.': 'Diese E-Mail gibt es nicht.',
  'said.text.Take an id from list_emails.': 'Nehmen Sie eine Nummer aus list_emails.',
  'said.text.Email {id} is archived, and archived emails are not sent.':
    'Die E-Mail {id} ist archiviert, und Archiviertes wird nicht gesendet.',
  'said.text.Bring it back with restore_email.': 'Holen Sie sie mit restore_email zurück.',
  'said.text.Email {id} has no subject or no body, and blank emails are not sent.':
    'Die E-Mail {id} hat keinen Betreff oder keinen Text, und so wird sie nicht gesendet.',
  'said.text.Write subject and body_markdown with update_email.':
    'Schreiben Sie Betreff und Text mit update_email.',
  'said.text.Email {id} does not compile.': 'Die E-Mail {id} lässt sich nicht erzeugen.',
  'said.text.Save it again with update_email and correct what is refused.':
    'Speichern Sie sie mit update_email erneut, und berichtigen Sie, was abgelehnt wird.',
  'said.text.Guard "{key}" ({name}) skips this person, who matches its condition now.':
    'Die Sperre „{name}“ überspringt diese Person, auf die ihre Bedingung jetzt zutrifft.',
  'said.text.Guard "{key}" skips this person, who matches its condition now.':
    'Die Sperre „{key}“ überspringt diese Person, auf die ihre Bedingung jetzt zutrifft.',
  'said.text.Change the condition or the labels of the guard with update_guard, or turn it off.':
    'Ändern Sie mit update_guard die Bedingung oder die Labels der Sperre, oder schalten Sie sie aus.',
  'said.text.Change sending.frequency_caps with update_settings to let more through.':
    'Ändern Sie die Obergrenzen mit update_settings, um mehr durchzulassen.',
  'said.text.Frequency cap: {max} in {per}.': 'Obergrenze: {max} je {per}.',
  'said.text.It skips an email that comes due before {time}.':
    'Eine E-Mail, die vor {time} fällig wird, fällt aus.',
  'said.text.An email that comes due now waits until {time}.':
    'Eine E-Mail, die jetzt fällig wird, wartet bis {time}.',
  'said.text.Send {id} is due and goes out next.':
    'Die Sendung {id} ist fällig und geht als Nächstes hinaus.',
  'said.text.Send {id} is due at {time}.': 'Die Sendung {id} ist am {time} fällig.',
  'said.text.Attempt {n} did not go through.': 'Versuch {n} ging nicht durch.',
  'said.text.Send {id} waits for its send window, which opens at {time}: {reason}.':
    'Die Sendung {id} wartet auf ihr Versandfenster, das sich am {time} öffnet.',
  'said.text.Send {id} waits until {time}: {reason}.':
    'Die Sendung {id} wartet bis {time}, wegen einer Obergrenze.',
  'said.text.Change send_windows with update_settings to send it earlier.':
    'Ändern Sie die Versandfenster mit update_settings, um sie früher zu senden.',
  'said.text.Set default_from_address with update_profile.':
    'Legen Sie mit update_profile einen Absender fest.',
  'said.text.It goes out once what holds it ends, such as a pause of its flow or broadcast, or a sequence that is off.':
    'Sie geht hinaus, sobald endet, was sie zurückhält: etwa die Pause ihres Ablaufs oder Rundschreibens, oder eine ausgeschaltete Sequenz.',
  'said.text.Send {id} is being handed over.': 'Die Sendung {id} wird gerade übergeben.',
  'said.text.Send {id} may or may not have arrived.': 'Ob die Sendung {id} ankam, ist ungewiss.',
  'said.text.Look whether it arrived, then retry_send; dismiss closes it instead.':
    'Sehen Sie nach, ob sie ankam, und wählen Sie dann retry_send; oder schließen Sie sie ohne Versand ab.',
  'said.text.Send {id} was accepted at {time}.': 'Die Sendung {id} wurde am {time} angenommen.',
  'said.text.Send {id} was accepted.': 'Die Sendung {id} wurde angenommen.',
  'said.text.Send {id} failed at {time}.': 'Die Sendung {id} ist am {time} fehlgeschlagen.',
  'said.text.Send {id} failed.': 'Die Sendung {id} ist fehlgeschlagen.',
  'said.text.Correct what the provider names, then retry_send or retry_failed_sends.':
    'Beheben Sie, was der Anbieter nennt, dann retry_send oder retry_failed_sends.',
  'said.text.Step {id} of the flow {flow} was skipped.':
    'Der Schritt {id} des Ablaufs {flow} wurde übersprungen.',
  'said.text.Correct the step with update_flow; later runs take it.':
    'Berichtigen Sie den Schritt mit update_flow; spätere Durchläufe führen ihn aus.',
  'said.text.The run of the flow {flow} ended before it reached the email: {arms}.':
    'Der Durchlauf des Ablaufs {flow} endete, bevor er die E-Mail erreichte.',
  'said.text.The run of the flow {flow} ended before it reached the email.':
    'Der Durchlauf des Ablaufs {flow} endete, bevor er die E-Mail erreichte.',
  'said.text.Look at the conditions on the way with get_flow.':
    'Sehen Sie sich mit get_flow die Bedingungen auf dem Weg an.',
  'said.text.The person moves on in the flow {flow} next.':
    'Die Person geht im Ablauf {flow} als Nächstes weiter.',
  'said.text.The person waits in the flow {flow} at {handle} ({summary}) until {time}.':
    'Die Person wartet im Ablauf {flow} bei {handle} bis {time}.',
  'said.text.The person waits in the flow {flow} at {handle} ({summary}).':
    'Die Person wartet im Ablauf {flow} bei {handle}.',
  'said.text.The person waits in the flow {flow} until {time}.':
    'Die Person wartet im Ablauf {flow} bis {time}.',
  'said.text.The run in the flow {flow} is parked.':
    'Der Durchlauf im Ablauf {flow} ist angehalten.',
  'said.text.Give the step its id back, then retry run {id}, or move it to another step.':
    'Geben Sie dem Schritt seine Nummer zurück und setzen Sie den Durchlauf {id} fort, oder verschieben Sie ihn zu einem anderen Schritt.',
  'said.text.The run came due in the flow {flow} at {handle} ({summary}) while it was not live.':
    'Der Durchlauf wurde im Ablauf {flow} bei {handle} fällig, als dieser nicht aktiv war.',
  'said.text.The run came due in the flow {flow} while it was not live.':
    'Der Durchlauf wurde im Ablauf {flow} fällig, als dieser nicht aktiv war.',
  'said.text.Activate it with activate_flow.': 'Aktivieren Sie ihn mit activate_flow.',
  'said.text.The run in the flow {flow} ended at {time}.':
    'Der Durchlauf im Ablauf {flow} endete am {time}.',
  'said.text.The run in the flow {flow} ended.': 'Der Durchlauf im Ablauf {flow} endete.',
  'said.text.The run in the flow {flow} was left at {time}.':
    'Der Durchlauf im Ablauf {flow} wurde am {time} verlassen.',
  'said.text.The run in the flow {flow} was ended by an operator at {time}.':
    'Der Durchlauf im Ablauf {flow} wurde am {time} von Hand beendet.',
  'said.text.Where that was a mistake, record_event lets the person start again.':
    'War das ein Versehen, lässt record_event die Person neu beginnen.',
  'said.text.No event "{event}" is known of this person, so the flow {flow} did not start.':
    'Von dieser Person ist kein Ereignis „{event}“ bekannt, deshalb begann der Ablauf {flow} nicht.',
  'said.text.The flow {flow} did not start for this person so far.':
    'Der Ablauf {flow} begann für diese Person bisher nicht.',
  'said.text.The person is not reminded of a renewal: {reasons}.':
    'Die Person wird an keine Verlängerung erinnert: {reasons}.',
  'said.text.Read what the reason means in describe_schema renewal, part skipped, and correct the subscription with record_event.':
    'Lesen Sie in describe_schema renewal, Teil skipped, was der Grund bedeutet, und berichtigen Sie das Abonnement mit record_event.',
  'said.text.The person has no subscription of {product}, {interval}.':
    'Die Person hat kein Abonnement von {product}, {interval}.',
  'said.text.Look at the product and interval of the subscriptions in list_subscriptions.':
    'Sehen Sie sich in list_subscriptions Produkt und Zeitraum der Abonnements an.',
  'said.text.Leave it to the service, which records this event when it happens.':
    'Überlassen Sie es dem Dienst: Er erfasst dieses Ereignis, wenn es eintritt.',
  'said.text.Record the event with record_event; its name must be exactly the same.':
    'Erfassen Sie das Ereignis mit record_event; sein Name muss genau derselbe sein.',
  'said.text.Event "{event}" of {time} did not start the flow {flow}, because it is historical.':
    'Das Ereignis „{event}“ vom {time} startete den Ablauf {flow} nicht, weil es nachgetragen ist.',
  'said.text.Set ignore_historical to false where backfilled events are to start it.':
    'Setzen Sie ignore_historical auf false, wenn nachgetragene Ereignisse ihn starten sollen.',
  'said.text.Event "{event}" of {time} did not start the flow {flow}, because it does not match the trigger.':
    'Das Ereignis „{event}“ vom {time} startete den Ablauf {flow} nicht, weil es nicht zum Auslöser passt.',
  'said.text.Compare details of list_events with match in the trigger of get_flow.':
    'Vergleichen Sie die Einzelheiten in list_events mit dem Auslöser in get_flow.',
  'said.text.Event "{event}" of {time} did not start the flow {flow}: the flow was paused when it arrived.':
    'Das Ereignis „{event}“ vom {time} startete den Ablauf {flow} nicht: Er war pausiert, als es eintraf.',
  'said.text.Event "{event}" of {time} did not start the flow {flow}: a single_run flow takes a person once, ever.':
    'Das Ereignis „{event}“ vom {time} startete den Ablauf {flow} nicht: Er nimmt jede Person nur einmal auf.',
  'said.text.Event "{event}" of {time} did not start the flow {flow}: the person was inside it already.':
    'Das Ereignis „{event}“ vom {time} startete den Ablauf {flow} nicht: Die Person war schon darin.',
  'said.text.Event "{event}" of {time} did not start the flow {flow}: the flow was not live with this trigger when the event arrived.':
    'Das Ereignis „{event}“ vom {time} startete den Ablauf {flow} nicht: Er war mit diesem Auslöser nicht aktiv, als es eintraf.',
  'said.text.This was so {n} times.': 'Das war {n}-mal so.',
  'said.text.Record the event again with record_event.':
    'Erfassen Sie das Ereignis mit record_event noch einmal.',
  'said.text.Set run_policy to repeat with update_flow.':
    'Lassen Sie ihn mit update_flow jede Person mehrmals aufnehmen.',
  'said.text.It can start again once the run has ended; cancel_run ends a parked one.':
    'Er kann neu beginnen, sobald der Durchlauf zu Ende ist; cancel_run beendet einen, der angehalten ist.',
  'said.text.The sequence {id} "{name}" is off: its emails are held, and nobody is started.':
    'Die Sequenz „{name}“ ist ausgeschaltet: Die E-Mails daraus werden zurückgehalten, und niemand beginnt sie.',
  'said.text.Turn it on with toggle_sequence.': 'Schalten Sie sie mit toggle_sequence ein.',
  'said.text.Step {position} of the sequence {id} "{name}", which sends the email, is a draft.':
    'Der Schritt {position} der Sequenz „{name}“, der die E-Mail versendet, ist ein Entwurf.',
  'said.text.Set its status to active with update_sequence_step.':
    'Setzen Sie ihn mit update_sequence_step auf aktiv.',
  'said.text.The person was never started on the sequence {id} "{name}".':
    'Die Person hat die Sequenz „{name}“ nie begonnen.',
  'said.text.Start the person with start_on_sequence, or by a step start_sequence of a flow.':
    'Lassen Sie die Person sie mit start_on_sequence beginnen, oder durch den Schritt eines Ablaufs.',
  'said.text.The person reached the end of the sequence {id} "{name}" at {time}.':
    'Die Person erreichte am {time} das Ende der Sequenz „{name}“.',
  'said.text.The person is partway through the sequence {id} "{name}", and the next step is queued within moments.':
    'Die Person ist mitten in der Sequenz „{name}“, und der nächste Schritt kommt gleich in die Warteschlange.',
  'said.text.No step of the flow {key} sends this email.':
    'Kein Schritt des Ablaufs {key} versendet diese E-Mail.',
  'said.text.Leave the flow out to see everything that sends the email.':
    'Lassen Sie den Ablauf weg, um alles zu sehen, was die E-Mail versendet.',
  'said.text.The person has an event "{event}".': 'Die Person hat ein Ereignis „{event}“.',
  'said.text.A group is called "{group}", not "{key}".':
    'Eine Gruppe heißt „{group}“, nicht „{key}“.',
  'said.text.Look again in a moment.': 'Sehen Sie in einem Augenblick noch einmal nach.',
  'said.text.The person is partway through the sequence {id} "{name}": step {position} is next, at {time}.':
    'Die Person ist mitten in der Sequenz „{name}“: Der Schritt {position} kommt am {time} als Nächster.',
  'said.text.The event matches the trigger.': 'Das Ereignis passt zum Auslöser.',
  'said.text.The details of the event do not satisfy the match.':
    'Die Einzelheiten des Ereignisses passen nicht.',
  'said.text.The details of the event do not satisfy the match: "{name}" is {given}, and the match asks for {op}.':
    'Die Einzelheiten des Ereignisses passen nicht: „{name}“ ist {given}, gefragt ist {op}.',
  'said.text.The flow starts on "{name}", not on "{event}".':
    'Der Ablauf beginnt mit „{name}“, nicht mit „{event}“.',
  'said.text.The event is historical, and the trigger ignores historical events.':
    'Das Ereignis ist nachgetragen, und der Auslöser beachtet Nachgetragenes nicht.',
  'said.text.The flow starts when somebody enters or leaves a segment, not on an event.':
    'Der Ablauf beginnt, wenn jemand in ein Segment kommt oder es verlässt, nicht mit einem Ereignis.',
  'said.text.The flow starts on a date, not on an event.':
    'Der Ablauf beginnt an einem Datum, nicht mit einem Ereignis.',
  'said.text.The flow starts by a schedule, not on an event.':
    'Der Ablauf beginnt nach einem Zeitplan, nicht mit einem Ereignis.',
  'said.text.The flow starts before a subscription renews, not on an event.':
    'Der Ablauf beginnt vor der Verlängerung eines Abonnements, nicht mit einem Ereignis.',
  'said.text.No event was given, so the trigger was not tried.':
    'Es wurde kein Ereignis angegeben, deshalb wurde der Auslöser nicht erprobt.',
  'said.text.No run would start all the same: a single_run flow takes a person once, and this one has run {id}.':
    'Trotzdem würde kein Durchlauf beginnen: Der Ablauf nimmt jede Person nur einmal auf, und diese hat den Durchlauf {id}.',
  'said.text.The record was changed since you read it.':
    'Der Eintrag wurde geändert, seit Sie ihn gelesen haben.',
  'said.text.Too many changes in a short time.': 'Zu viele Änderungen in kurzer Zeit.',
  'said.text.Try again in a minute.': 'Versuchen Sie es in einer Minute noch einmal.',
  'said.text.Too much is being read at once.': 'Es wird zu viel auf einmal gelesen.',
  'said.text.Try again in a few seconds.': 'Versuchen Sie es in einigen Sekunden noch einmal.',
  'said.text.The service is stopping.': 'Der Dienst wird beendet.',
  'said.text.Try again in a moment.': 'Versuchen Sie es in einem Augenblick noch einmal.',
  'said.text.The database does not answer.': 'Die Datenbank antwortet nicht.',
  'said.text.Connect again in a moment.': 'Verbinden Sie sich in einem Augenblick neu.',
  'said.text.The machine is too busy to render this now.':
    'Der Rechner ist zu stark ausgelastet, um das jetzt zu erzeugen.',
  'said.text.The service met a fault of its own and logged it.':
    'Im Dienst ist ein Fehler aufgetreten; er steht im Protokoll.',
  'said.text.Try again, and report the request_id if it stays.':
    'Versuchen Sie es noch einmal, und melden Sie die request_id, wenn es dabei bleibt.',
  'said.text.The example is not in the account.': 'Das Beispiel ist nicht im Konto.',
  'said.text.Broadcast {id} has no segment.': 'Das Rundschreiben {id} hat kein Segment.',
  'said.text.Choose one first.': 'Wählen Sie zuerst eines.',
  'said.text.Email {id} has no subject or no body.':
    'Die E-Mail {id} hat keinen Betreff oder keinen Text.',
  'said.text.Email {id} is archived.': 'Die E-Mail {id} ist archiviert.',
  'said.text.Restore it to send a test.': 'Stellen Sie sie wieder her, um einen Test zu senden.',
  'said.text.Restore it, or copy it.': 'Stellen Sie sie wieder her, oder kopieren Sie sie.',
  'said.text.Email {id} has no draft.': 'Die E-Mail {id} hat keinen Entwurf.',
  'said.text.Save one first.': 'Speichern Sie zuerst einen.',
  'said.text.Email {id} is transactional, and broadcasts and sequences send marketing emails alone.':
    'Die E-Mail {id} ist transaktional; Rundschreiben und Sequenzen versenden nur werbliche E-Mails.',
  'said.text.Import {id} is under way, and people whom it has not added yet are not in the audience.':
    'Der Import {id} läuft noch; wen er noch nicht hinzugefügt hat, gehört nicht zu den Empfängern.',
  'said.text.Wait until it is done to reach them too.':
    'Warten Sie, bis er fertig ist, um auch diese Personen zu erreichen.',
  'said.text.No sender address is set.': 'Es ist kein Absender festgelegt.',
  'said.text.Nobody is in the segment "{key}" now.': 'Im Segment „{key}“ ist jetzt niemand.',
  'said.text.People ran through the flow "{key}", so it stays.':
    'Personen haben den Ablauf „{key}“ durchlaufen, deshalb bleibt er.',
  'said.text.Pause it instead.': 'Pausieren Sie ihn stattdessen.',
  'said.text.The flow "{key}" has errors and stays {status}.':
    'Der Ablauf „{key}“ hat Fehler und wird nicht aktiviert.',
  'said.text.Fix what validation lists, then activate it again.':
    'Beheben Sie, was die Prüfung nennt, und aktivieren Sie ihn dann erneut.',
  'said.text.The flow "{key}" has no draft.': 'Der Ablauf „{key}“ hat keinen Entwurf.',
  'said.text.The flow "{key}" is a draft; only a live flow can be paused.':
    'Der Ablauf „{key}“ ist ein Entwurf; nur ein aktiver Ablauf lässt sich pausieren.',
  'said.text.There is a component "{key}" already.': 'Den Baustein „{key}“ gibt es schon.',
  'said.text.There is a field "{key}" already.': 'Das Feld „{key}“ gibt es schon.',
  'said.text.There is a product "{key}" already.': 'Das Produkt „{key}“ gibt es schon.',
  'said.text.There is a flow "{key}" already.': 'Den Ablauf „{key}“ gibt es schon.',
  'said.text.Choose another key, or change that flow.':
    'Wählen Sie einen anderen Schlüssel, oder ändern Sie jenen Ablauf.',
  'said.text.Change it instead.': 'Ändern Sie den vorhandenen Eintrag.',
  'said.text.There is no theme "{key}".': 'Das Design „{key}“ gibt es nicht.',
  'said.text.Sequence {id} is off, so it starts nobody.':
    'Die Sequenz {id} ist ausgeschaltet, deshalb beginnt sie niemand.',
  'said.text.Send {id} is not retried: its person is never emailed.':
    'Die Sendung {id} wird nicht wiederholt: Die Person bekommt keine E-Mails.',
  'said.text.There is no email {id}.': 'Die E-Mail {id} gibt es nicht.',
  'said.text.There is no sequence {id}.': 'Die Sequenz {id} gibt es nicht.',
  'said.text.Sequence {id} is off.': 'Die Sequenz {id} ist ausgeschaltet.',
  'said.text.The event "{event}" was recorded at {time}.':
    'Das Ereignis „{event}“ wurde am {time} erfasst.',
  'said.text.The person got this arm before.': 'Die Person bekam diesen Weg schon früher.',
  'said.text.That is assumed.': 'Das ist angenommen.',
  'said.text.The connection broke off after the message had been handed over.':
    'Die Verbindung brach ab, nachdem die Mail übergeben war.',
  'said.outcome.ran': 'erledigt',
  'said.outcome.branched': 'verzweigt',
  'said.outcome.waiting': 'wartet',
  'said.outcome.released': 'geht weiter',
  'said.outcome.exited': 'verlässt den Ablauf',
  'said.outcome.skipped': 'übersprungen',
  'said.outcome.parked': 'angehalten',
  'said.outcome.canceled': 'von Hand beendet',
  'said.outcome.moved': 'von Hand verschoben',
  'said.outcome.retried': 'von Hand fortgesetzt',
  'said.text.Flow is paused': 'Der Ablauf ist pausiert',
  'said.text.Sequence is off': 'Die Sequenz ist ausgeschaltet',
  'said.text.Broadcast is paused': 'Das Rundschreiben ist pausiert',
  'said.text.Waits for the winner of its variants': 'Wartet auf den Gewinner unter den Varianten',
  'said.text.Broadcast takes up its pace': 'Das Tempo des Rundschreibens wird angepasst',
  'said.text.Outside its send window': 'Außerhalb des Versandfensters',
  'said.text.Sending is held, so this mail waits until it is released. The reason: {why}':
    'Der gesamte Versand ist angehalten, deshalb warten diese Mails, bis er freigegeben wird. Der Grund: {why}',
  'said.text.Sending is held: {why}': 'Der gesamte Versand ist angehalten: {why}',
  'said.text.No sender address is set': 'Es ist kein Absender festgelegt',
  'said.text.Frequency cap: {max} in {per}': 'Obergrenze: {max} je {per}',
  'said.text.Person was deleted': 'Die Person wurde gelöscht',
  'said.text.Person of the example': 'Person des Beispiels',
  'said.text.Unsubscribed': 'Abgemeldet',
  'said.text.Never subscribed': 'Nie angemeldet',
  'said.text.Hard-bounced': 'Dauerhaft unzustellbar',
  'said.text.Complained': 'Hat sich beschwert',
  'said.text.Email is archived': 'Die E-Mail ist archiviert',
  'said.text.Email is blank': 'Die E-Mail ist leer',
  'said.text.Received already (once_per_email)': 'Schon erhalten (once_per_email)',
  'said.text.Copy to {recipient}': 'Kopie an {recipient}',
  'said.text.Message was canceled': 'Die Nachricht wurde abgebrochen',
  'said.text.Broadcast was canceled': 'Das Rundschreiben wurde abgebrochen',
  'said.text.Dismissed while uncertain': 'Ohne Versand abgeschlossen, als es ungewiss war',
  'said.text.No reminder any more: {code}': 'Keine Erinnerung mehr: {code}',
  'said.text.Goal reached: {goal}': 'Ziel erreicht: {goal}',
  'said.text.Left the segment': 'Nicht mehr im Segment',
  'said.text.Is in an excluded segment': 'Ist in einem ausgeschlossenen Segment',
  'said.text.Guard "{key}"': 'Sperre „{key}“',
  'said.text.Skip the step: {reason}': 'Der Schritt wird übersprungen: {reason}',
  'said.text.Skip the step': 'Der Schritt wird übersprungen',
  'said.text.Stop: {reason}': 'Angehalten: {reason}',
  'said.text.Send {id} is held: {reason}.': 'Die Sendung {id} wird zurückgehalten: {reason}.',
  'said.text.All sending is held: {reason}.': 'Der ganze Versand ist angehalten: {reason}.',
  'said.text.Send {id} waits, since all sending is held: {reason}.':
    'Die Sendung {id} wartet, weil der gesamte Versand angehalten ist: {reason}.',
  'said.text.Let mail go again with release_sending.':
    'Lassen Sie mit release_sending wieder Mails hinaus.',
  'said.text.Send {id} was skipped at {time}: {reason}.':
    'Die Sendung {id} wurde am {time} übersprungen: {reason}.',
  'said.text.Send {id} was canceled at {time}: {reason}.':
    'Die Sendung {id} wurde am {time} abgebrochen: {reason}.',
  'said.text.Send {id} was skipped at {time}.': 'Die Sendung {id} wurde am {time} übersprungen.',
  'said.text.Send {id} was canceled at {time}.': 'Die Sendung {id} wurde am {time} abgebrochen.',
  'said.text.Step {id} is no longer in the definition.':
    'Der Schritt {id} ist nicht mehr in der Definition.',
  'said.text.It expired after {time}.': 'Die Wartezeit ist abgelaufen.',
  'said.text.There are {n} more.': 'Es gibt noch {n} weitere.',
  'said.text.There is 1 more.': 'Es gibt noch einen weiteren.',
  'said.text.Import with date_order day_first or month_first, or write YYYY-MM-DD.':
    'Legen Sie beim Import fest, ob der Tag oder der Monat zuerst steht, oder schreiben Sie JJJJ-MM-TT.',
  'said.text.The row is longer than {n} characters.': 'Die Zeile ist länger als {n} Zeichen.',
  'said.text.The line is longer than {n} characters.': 'Die Zeile ist länger als {n} Zeichen.',
  'said.text.A quote is opened and not closed.':
    'Ein Anführungszeichen wird geöffnet und nicht geschlossen.',
  'said.text.Close it, or double quotes that are text.':
    'Schließen Sie es, oder verdoppeln Sie Anführungszeichen, die zum Text gehören.',
  'said.text.There is text behind a closing quote.':
    'Hinter einem schließenden Anführungszeichen steht noch Text.',
  'said.text.Double quotes that are text.':
    'Verdoppeln Sie Anführungszeichen, die zum Text gehören.',
  'said.text.There is a quote inside a cell that does not begin with one.':
    'In einer Zelle steht ein Anführungszeichen, obwohl sie nicht mit einem beginnt.',
  'said.text.Put the whole cell into quotes and double the quotes in it.':
    'Setzen Sie die ganze Zelle in Anführungszeichen, und verdoppeln Sie die darin.',
  'said.text.The row is not UTF-8, or holds the NUL character.':
    'Die Zeile ist nicht in UTF-8 oder enthält das Zeichen NUL.',
  'said.text.Save the file as UTF-8.': 'Speichern Sie die Datei in UTF-8.',
  'said.text.The row has {cells} cells and the header {columns}.':
    'Die Zeile hat {cells} Zellen, die Kopfzeile {columns}.',
  'said.text.Put cells that hold the delimiter into quotes.':
    'Setzen Sie Zellen, die das Trennzeichen enthalten, in Anführungszeichen.',
  'said.text.The file is empty.': 'Die Datei ist leer.',
  'said.text.Its first row names the columns, one of them email.':
    'Die erste Zeile nennt die Spalten, darunter email.',
  'said.text.The header cannot be read.': 'Die Kopfzeile lässt sich nicht lesen.',
  'said.text.The line is not valid JSON.': 'Die Zeile ist kein gültiges JSON.',
  'said.text.Each line holds one object.': 'Jede Zeile enthält ein Objekt.',
  'said.text.The line is not a JSON object.': 'Die Zeile ist kein Objekt in JSON.',
  'said.text.The field {field} is defined as {given}, not as {wanted}.':
    'Das Feld {field} ist als {given} festgelegt, nicht als {wanted}.',
  'said.text.No step of the sequence is active, so who starts it reaches the end at once and gets no mail.':
    'Kein Schritt der Sequenz ist aktiv, daher erreicht sofort das Ende, wer sie beginnt, und bekommt keine Mail.',
  'said.text.Set status of a step to active with update_sequence_step.':
    'Aktivieren Sie einen Schritt.',
  'said.text.The column {column} has no meaning here.':
    'Die Spalte {column} hat hier keine Bedeutung.',
  'said.text.Give it one in mapping, or set other_columns to ignore or fields.':
    'Wählen Sie, was sie setzt, oder lassen Sie sie weg.',
  'said.text.Set other_columns to fields to keep it as a field of people, or to ignore.':
    'Übernehmen Sie sie als Feld der Personen, oder lassen Sie sie weg.',
  'said.text.The file has no column {column}.': 'Die Datei hat keine Spalte {column}.',
  'said.text.The columns {one} and {other} both set {target}.':
    'Die Spalten {one} und {other} setzen beide {target}.',
  'said.text.Map one of them to ignore.': 'Lassen Sie eine davon weg.',
  'said.text.Two columns are called {column}.': 'Zwei Spalten heißen {column}.',
  'said.text.Rename or remove one of them in the file.':
    'Benennen Sie eine davon in der Datei um, oder entfernen Sie sie.',
  'said.text.The file has {n} columns; {max} are the most.':
    'Die Datei hat {n} Spalten; höchstens {max} sind möglich.',
  'said.text.The first row must name the columns; this one looks like a person.':
    'Die erste Zeile muss die Spalten nennen; diese sieht nach einer Person aus.',
  'said.text.No column holds the email address.': 'Keine Spalte enthält die E-Mail-Adresse.',
  'said.text.The upload broke off.': 'Die Übertragung brach ab.',
  'said.text.Nothing of it is imported; send the file again.':
    'Nichts davon ist importiert; senden Sie die Datei noch einmal.',
  'said.text.The import was canceled.': 'Der Import wurde abgebrochen.',
  'said.text.Nothing of the file is imported.': 'Nichts aus der Datei ist importiert.',
  'said.text.The import has ended: it is {status}.': 'Der Import ist zu Ende.',
  'said.text.The tagging has ended: it is {status}.': 'Die Änderung der Tags ist zu Ende.',
  'said.text.The rows before it are imported; send the file again for the others.':
    'Die Zeilen davor sind importiert; senden Sie die Datei für die übrigen noch einmal.',
  'said.text.The file is {encoding}.': 'Die Datei ist {encoding}.',
  'said.text.Save it as CSV or NDJSON in UTF-8.': 'Speichern Sie sie als CSV oder NDJSON in UTF-8.',
  'said.text.Text must not contain the NUL character.':
    'Der Text darf das Zeichen NUL nicht enthalten.',
  'said.text.Text must be well-formed Unicode; it contains a lone surrogate.':
    'Der Text muss gültiges Unicode sein; er enthält ein halbes Zeichenpaar.',
  'said.text.Line {line}, column {column}: {what}': 'Zeile {line}, Spalte {column}: {what}',
  'said.text.Line {line} of the component "{component}": {what}':
    'Zeile {line} des Bausteins „{component}“: {what}',
  'said.text.Line {line}: {what}': 'Zeile {line}: {what}',
  'said.text.In the component "{component}": {what}': 'Im Baustein „{component}“: {what}',
  'said.text.Unknown theme tag {tag} on line {line}: {what}':
    'Unbekannter Platzhalter {tag} in Zeile {line}: {what}',
  'said.text.The component "{key}" would break: {what}':
    'Der Baustein „{key}“ würde nicht mehr funktionieren: {what}',
  'said.text.The layout {id} "{name}" would break: {what}':
    'Das Layout „{name}“ würde nicht mehr funktionieren: {what}',
  'said.text.The email {id} "{name}" would break: {what}':
    'Die E-Mail „{name}“ würde nicht mehr funktionieren: {what}',
  'said.text.Email {id} no longer compiles: {what}':
    'Die E-Mail {id} lässt sich nicht mehr erzeugen: {what}',
  'said.text.The email fails for this person: {what}.':
    'Die E-Mail lässt sich für diese Person nicht erzeugen: {what}.',
  'said.text.there is no filter "{name}".': 'Den Filter „{name}“ gibt es nicht.',
  'said.text.there is no tag "{name}" here.': 'Einen Befehl „{name}“ gibt es hier nicht.',
  'said.text.there is no variable "{name}".': 'Eine Variable „{name}“ gibt es nicht.',
  'said.text.there is no component "{key}".': 'Den Baustein „{key}“ gibt es nicht.',
  'said.text.there is no theme "{key}".': 'Das Design „{key}“ gibt es nicht.',
  'said.text.there is no theme variable "{name}".': 'Eine Variable „{name}“ hat das Design nicht.',
  'said.text.list_components shows their keys.': 'Die Schlüssel zeigt list_components.',
  'said.text.It renders blank.': 'Es bleibt leer.',
  'said.text.Theme values need tags of their own, as in {{ theme.link_color }}.':
    'Werte des Designs brauchen einen eigenen Platzhalter, etwa {{ theme.link_color }}.',
  'said.text.Theme values are for HTML and CSS, not for a subject or a pre-header.':
    'Werte des Designs sind für HTML und CSS, nicht für Betreff und Vorschautext.',
  'said.text.The flow "{key}" has no complete renewal trigger.':
    'Der Ablauf „{key}“ hat keinen vollständigen Auslöser für Verlängerungen.',
  'said.text.Person {id} has no subscription of "{product}", {interval}.':
    'Person {id} hat kein Abonnement von „{product}“, {interval}.',
  'said.text.Person {id} is not reminded by the flow "{key}": {reasons}.':
    'Person {id} wird vom Ablauf „{key}“ nicht erinnert: {reasons}.',
  'said.text.A renewal is bound to a person who is named by person_id.':
    'Eine Verlängerung gehört zu einer Person, die person_id nennt.',
  'said.text.The values of automation are blank.': 'Die Werte von automation bleiben leer.',
  'said.text.No details were found that satisfy the match of the trigger.':
    'Es wurden keine Angaben gefunden, die dem Auslöser entsprechen.',
  'said.text.Put a link to {{ unsubscribe_url }} into the layout, or into the body.':
    'Setzen Sie einen Link auf {{ unsubscribe_url }} in das Layout oder in den Text.',
  'said.text.it nests too deeply.': 'Es ist zu tief verschachtelt.',
  'said.text.tag {tag} not closed.': 'Der Befehl {tag} ist nicht geschlossen.',
  'said.text.output "{tag}" not closed.': 'Die Ausgabe „{tag}“ ist nicht geschlossen.',
  'said.text.output {tag} not closed.': 'Die Ausgabe {tag} ist nicht geschlossen.',
  'said.text.Liquid tags nest at most {n} deep.':
    'Befehle von Liquid lassen sich höchstens {n}-fach verschachteln.',
  'said.text.Liquid tags and components nest at most {n} deep.':
    'Befehle von Liquid und Bausteine lassen sich höchstens {n}-fach verschachteln.',
  'said.text.components nest at most {n} deep: {chain}.':
    'Bausteine lassen sich höchstens {n}-fach verschachteln: {chain}.',
  'said.text.a component cannot hold itself: {chain}.':
    'Ein Baustein kann sich nicht selbst enthalten: {chain}.',
  'said.text.a component is named by its key in quotes, which comes first.':
    'Ein Baustein wird mit seinem Schlüssel in Anführungszeichen genannt, der zuerst steht.',
  'said.text.all components have more than {n} characters.':
    'Alle Bausteine zusammen haben mehr als {n} Zeichen.',
  'said.text.dark is written once, right before the variable.':
    'dark steht einmal, direkt vor der Variable.',
  'said.text.write {{ theme.<variable> }}, {{ theme.dark.<variable> }} or {{ theme.<theme_key>.<variable> }}.':
    'Schreiben Sie {{ theme.<variable> }}, {{ theme.dark.<variable> }} oder {{ theme.<theme_key>.<variable> }}.',
  'said.text.A template has at most {n} characters.': 'Eine Vorlage hat höchstens {n} Zeichen.',
  'said.text.Liquid tags and HTML are interleaved so that they no longer match: {what}':
    'Befehle von Liquid und HTML greifen so ineinander, dass sie nicht mehr zusammenpassen: {what}',
  'said.text.A <{tag}> element does not open and close in the same branch as its partner.':
    'Ein Element <{tag}> wird nicht im selben Zweig geöffnet und geschlossen.',
  'said.text.Close each one, or put the condition inside its attributes.':
    'Schließen Sie jedes, oder setzen Sie die Bedingung in seine Attribute.',
  'said.text.The CSS cannot be inlined: {reason}.':
    'Das CSS lässt sich nicht in die Elemente schreiben: {reason}.',
  'said.text.Look for a broken rule or style attribute.':
    'Suchen Sie nach einer fehlerhaften Regel oder einem fehlerhaften Attribut style.',
  'said.text.a link has no address, so it leads nowhere in a mail.':
    'Ein Link hat keine Adresse und führt in einer Mail deshalb nirgendwohin.',
  'said.text.an image has no address, so no mail shows it.':
    'Ein Bild hat keine Adresse, deshalb zeigt es keine Mail.',
  'said.text.the link "{input}" is not a whole address, so it leads nowhere in a mail.':
    'Der Link „{input}“ ist keine vollständige Adresse und führt in einer Mail deshalb nirgendwohin.',
  'said.text.the image "{input}" is not a whole address, so no mail shows it.':
    'Das Bild „{input}“ hat keine vollständige Adresse, deshalb zeigt es keine Mail.',
  'said.text.Write the whole address, with https:// and the name of the site.':
    'Schreiben Sie die ganze Adresse, mit https:// und dem Namen der Website.',
  'said.text."{input}" is not a link that can be read, so people see it as it is written.':
    '„{input}“ ist als Link nicht lesbar, deshalb sehen Empfänger es so, wie es dasteht.',
  'said.text.An address holds no spaces; write them as %20.':
    'Eine Adresse enthält keine Leerzeichen; schreiben Sie sie als %20.',
  'said.text.An address begins with https, http, mailto or tel.':
    'Eine Adresse beginnt mit https, http, mailto oder tel.',
  'said.text.The mail has no {{ unsubscribe_url }} link; most countries ask for one.':
    'Der Mail fehlt ein Link {{ unsubscribe_url }}; die meisten Länder verlangen einen.',
  'said.text.CSS cannot hold a </style> tag.': 'CSS kann kein </style> enthalten.',
  'said.text.CSS can hold values, but no tags such as {tag}.':
    'CSS kann Werte enthalten, aber keine Befehle wie {tag}.',
  'said.text.A layout holds {{ content }} where the email goes.':
    'Ein Layout hat {{ content }} dort, wo die E-Mail hinkommt.',
  'said.text.A layout holds {{ content }} once, not {n} times.':
    'Ein Layout hat {{ content }} einmal, nicht {n}-mal.',
  'said.text.Write the {input}.': 'Schreiben Sie „{input}“.',
  'said.text.The {input} is empty, and an email without one is never sent.':
    '„{input}“ ist leer, und so wird eine E-Mail nie gesendet.',
  'said.text."{text}" in a button must be in quotes, as in {example}.':
    '„{text}“ in einem Knopf muss in Anführungszeichen stehen, etwa {example}.',
  'said.text.a button has label, url and style, not "{name}".':
    'Ein Knopf hat label, url und style, nicht „{name}“.',
  'said.text.a button needs a label, as in {example}.':
    'Ein Knopf braucht ein label, etwa {example}.',
  'said.text.a button needs a url, as in {example}.': 'Ein Knopf braucht eine url, etwa {example}.',
  'said.text."{name}" is not a theme variable.': '„{name}“ ist keine Variable eines Designs.',
  'said.text.The {half} value must be hex: #rgb, #rgba, #rrggbb or #rrggbbaa.':
    'Die Farbe muss hexadezimal sein: #rgb, #rgba, #rrggbb oder #rrggbbaa.',
  'said.text.Write both, as {"light": "#2563eb", "dark": "#94c6ff"}.':
    'Schreiben Sie beide: {"light": "#2563eb", "dark": "#94c6ff"}.',
  'said.text.Write both, as {colors}.': 'Schreiben Sie beide: {colors}.',
  'said.text.A font is a font stack given as a string.':
    'Eine Schrift ist eine Liste von Schriften als Text.',
  'said.text.Name at least one font family, for example "Georgia, serif".':
    'Nennen Sie mindestens eine Schrift, etwa „Georgia, serif“.',
  'said.text.A font stack has at most {n} characters.':
    'Eine Liste von Schriften hat höchstens {n} Zeichen.',
  'said.text.There is nobody to preview as.':
    'Es gibt niemanden, für den sich eine Vorschau zeigen ließe.',
  'said.text.Add a person first.': 'Fügen Sie zuerst eine Person hinzu.',
  'said.text.Too many previews are waiting.': 'Zu viele Vorschauen warten.',
  'said.text.A draft of the email "{key}" waits.':
    'Ein Entwurf der E-Mail „{key}“ wartet auf die Veröffentlichung.',
  "said.text.The email goes out as it is now, without the draft's changes.":
    'Die E-Mail geht so hinaus, wie sie jetzt ist, ohne die Änderungen des Entwurfs.',
  'said.text.If they belong in this mail, publish the draft first: publish_email with email_id {id}.':
    'Gehören sie in diese Mail, veröffentlichen Sie zuerst den Entwurf: publish_email mit email_id {id}.',
  'said.text.A draft of the flow "{key}" waits.':
    'Ein Entwurf des Ablaufs „{key}“ wartet auf die Veröffentlichung.',
  "said.text.People go through the flow as it is now, without the draft's changes.":
    'Personen durchlaufen den Ablauf, wie er jetzt ist, ohne die Änderungen des Entwurfs.',
  'said.text.If they belong in the flow, publish the draft: publish_flow with flow_key "{key}".':
    'Gehören sie in den Ablauf, veröffentlichen Sie den Entwurf: publish_flow mit flow_key "{key}".',
  'said.text.The email is at revision {revision}.': 'Die E-Mail hat den Stand {revision}.',
  'said.text.List the {kinds} to find the right one.': 'Sehen Sie in der Liste nach.',
  'said.text.There is no person "{address}" yet.': 'Die Person „{address}“ gibt es noch nicht.',
  'said.text.The mail that asks to confirm the sign-up by the form "{form}" has not gone out yet.':
    'Die E-Mail, die um die Bestätigung der Anmeldung über das Formular „{form}“ bittet, ist noch nicht verschickt.',
  'said.text.The sign-up by the form "{form}" waits for its confirmation, which was asked for at {time}.':
    'Die Anmeldung über das Formular „{form}“ wartet auf ihre Bestätigung, um die {time} gebeten wurde.',
  'said.text.List the emails to find its key.': 'Sehen Sie in der Liste nach.',
  'said.text.List the emails to find it.': 'Sehen Sie in der Liste nach.',
  'said.text.List the layouts to find the right id.': 'Sehen Sie in der Liste nach.',
  'said.text.There is no such record: {why}.': 'Diesen Eintrag gibt es nicht.',
  'said.text.There is no email "{key}".': 'Die E-Mail „{key}“ gibt es nicht.',
  'said.text.No file is of email {id}.': 'Zur E-Mail {id} gibt es keine Datei.',
  'said.text.An archived email has none.': 'Eine archivierte E-Mail hat keine.',
  'said.text.Use an email of the tree, or leave it: a push says if there is no such email.':
    'Nehmen Sie eine E-Mail aus den Dateien, oder lassen Sie es so: Beim Übertragen zeigt sich, ob es sie gibt.',
  'said.text.There is no sequence "{key}".': 'Die Sequenz „{key}“ gibt es nicht.',
  'said.text.There is no sequence step "{key}".': 'Den Schritt „{key}“ gibt es nicht.',
  'said.text.There is no segment "{key}".': 'Das Segment „{key}“ gibt es nicht.',
  'said.text.There is no segment {id}.': 'Das Segment {id} gibt es nicht.',
  'said.text.There is no guard "{key}".': 'Die Sperre „{key}“ gibt es nicht.',
  'said.text.There is no flow "{key}".': 'Den Ablauf „{key}“ gibt es nicht.',
  'said.text.There is no version "{key}".': 'Die Version „{key}“ gibt es nicht.',
  'said.text.There is no run "{key}".': 'Den Durchlauf „{key}“ gibt es nicht.',
  'said.text.There is no person "{key}".': 'Die Person „{key}“ gibt es nicht.',
  'said.text.There is no layout "{key}".': 'Das Layout „{key}“ gibt es nicht.',
  'said.text.There is no layout {id}.': 'Das Layout {id} gibt es nicht.',
  'said.text.There is no component "{key}".': 'Den Baustein „{key}“ gibt es nicht.',
  'said.text.There is no product "{key}".': 'Das Produkt „{key}“ gibt es nicht.',
  'said.text.There is no form "{key}".': 'Das Formular „{key}“ gibt es nicht.',
  'said.text.There is no field "{key}".': 'Das Feld „{key}“ gibt es nicht.',
  'said.text.There is no broadcast "{key}".': 'Das Rundschreiben „{key}“ gibt es nicht.',
  'said.text.There is no import "{key}".': 'Den Import „{key}“ gibt es nicht.',
  'said.text.There is no tagging "{key}".': 'Diese Änderung von Tags gibt es nicht: „{key}“.',
  'said.text.There is no message "{key}".': 'Die Nachricht „{key}“ gibt es nicht.',
  'said.text.There is no send "{key}".': 'Die Sendung „{key}“ gibt es nicht.',
  'said.text.There is no change "{key}".': 'Die Änderung „{key}“ gibt es nicht.',
  'said.text.There is no token "{key}".': 'Das Token „{key}“ gibt es nicht.',
  'said.text.There is no webhook endpoint "{key}".': 'Den Webhook-Endpunkt „{key}“ gibt es nicht.',
  'said.text.There is no webhook delivery "{key}".': 'Die Zustellung „{key}“ gibt es nicht.',
  'said.text.There is no person {id}.': 'Die Person {id} gibt es nicht.',
  'said.text.There is no template {id}.': 'Das Layout {id} gibt es nicht.',
  'said.text.There is nothing at this path.': 'Unter dieser Adresse gibt es nichts.',
  'said.text.There is a segment "{key}" already.': 'Das Segment „{key}“ gibt es schon.',
  'said.text.There is a guard "{key}" already.': 'Die Sperre „{key}“ gibt es schon.',
  'said.text.There is a theme "{key}" already.': 'Das Design „{key}“ gibt es schon.',
  'said.text.There is a form "{key}" already.': 'Das Formular „{key}“ gibt es schon.',
  'said.subject.The layout "{name}"': 'Das Layout „{name}“',
  'said.subject.The theme "{key}"': 'Das Design „{key}“',
  'said.subject.The component "{key}"': 'Der Baustein „{key}“',
  'said.subject.The segment "{key}"': 'Das Segment „{key}“',
  'said.subject.The flow "{key}"': 'Der Ablauf „{key}“',
  'said.subject.The product "{key}"': 'Das Produkt „{key}“',
  'said.subject.The form "{key}"': 'Das Formular „{key}“',
  'said.subject.The field "{key}"': 'Das Feld „{key}“',
  'said.subject.Sequence {id}': 'Die Sequenz {id}',
  'said.subject.Email {id}': 'Die E-Mail {id}',
  'said.text.Take it out of them first.': 'Nehmen Sie es dort zuerst heraus.',
  'said.text.Archive it instead, or take it out of what holds it.':
    'Archivieren Sie sie stattdessen, oder nehmen Sie sie dort heraus.',
  'said.text.It is archived, and stays so while something holds it.':
    'Sie ist archiviert und bleibt es, solange etwas sie verwendet.',
  'said.text.Cancel or unschedule it, or give it another email first.':
    'Brechen Sie es ab, oder geben Sie ihm zuerst eine andere E-Mail.',
  'said.text.Give them another template_id first.': 'Geben Sie ihnen zuerst ein anderes Layout.',
  'said.text.Point them at another theme and take its key out of their tags first.':
    'Geben Sie ihnen zuerst ein anderes Design, und nehmen Sie seinen Schlüssel aus ihren Platzhaltern.',
  'said.text.An archived email is not sent: steps with it are skipped, no broadcast with it can be scheduled, and forms confirm by the built-in mail.':
    'Eine archivierte E-Mail wird nicht gesendet: Schritte mit ihr werden übersprungen, kein Rundschreiben mit ihr kann geplant werden, und Formulare bestätigen mit der mitgelieferten Mail.',
  'said.text.Copy it, and change the kind of the copy.':
    'Kopieren Sie sie, und ändern Sie die Art der Kopie.',
  'said.text.Use another email, or set its kind.':
    'Nehmen Sie eine andere E-Mail, oder ändern Sie ihre Art.',
  'said.text."{key}" is the default theme, and there must be one.':
    '„{key}“ ist das Standarddesign, und eines muss es geben.',
  'said.text.Make another theme the default instead.':
    'Machen Sie stattdessen ein anderes Design zum Standard.',
  'said.text.Take current, make your change to it, and send it with its revision.':
    'Nehmen Sie den jetzigen Stand, und ändern Sie ihn.',
  'said.text.Look at what changed, then save the draft again with base_revision {revision}.':
    'Sehen Sie nach, was sich geändert hat, und speichern Sie den Entwurf dann noch einmal.',
  'said.text.The flow "{key}" changed since its draft was begun: it is at revision {live}, the draft is of {base}.':
    'Der Ablauf „{key}“ wurde geändert, seit sein Entwurf begonnen wurde: Er hat den Stand {live}, der Entwurf beruht auf {base}.',
  'said.text.Email {id} changed since its draft was begun: it is at revision {live}, the draft is of {base}.':
    'Die E-Mail {id} wurde geändert, seit ihr Entwurf begonnen wurde: Sie hat den Stand {live}, der Entwurf beruht auf {base}.',
  'said.text.The draft of {of} is at revision {revision}, not {seen}: it was saved again since you looked at it.':
    'Der Entwurf hat den Stand {revision}, nicht {seen}: Er wurde neu gespeichert, seit Sie ihn sich angesehen haben.',
  'said.text.Look at it, then publish with draft_revision {revision}.':
    'Sehen Sie ihn sich an, und veröffentlichen Sie ihn dann.',
  'said.text.There are people on steps that the definition takes away or repurposes: {steps}.':
    'Es sind Personen auf Schritten, die die Änderung entfernt oder umwidmet: {steps}.',
  'said.text.Nothing was changed.': 'Es wurde nichts geändert.',
  'said.text.Keep these steps with their ids, or send force: true, which parks people whose step is gone and has those on a step of another type take it.':
    'Behalten Sie diese Schritte, oder erzwingen Sie die Änderung; dann werden Personen angehalten, deren Schritt entfernt ist, und wer auf einem umgewidmeten Schritt steht, nimmt diesen.',
  'said.text.Send force: true to write back what was before this one, over what came later.':
    'Erzwingen Sie es, um den Stand davor über alles Spätere zu schreiben.',
  'said.text.There is no database in {directory}.': 'In {directory} ist keine Datenbank.',
  'said.text.Set DATA_DIR to the folder of one.': 'Setzen Sie DATA_DIR auf den Ordner mit einer.',
  'said.text.The database is empty: there is nothing to back up.':
    'Die Datenbank ist leer: Es gibt nichts zu sichern.',
  'said.text.The database is empty.': 'Die Datenbank ist leer.',
  'said.text.Restore it first.': 'Stellen Sie sie zuerst wieder her.',
  'said.text.A backup may need {n} MB in DATA_DIR while it is made, and the disk has {free} MB.':
    'Eine Sicherung braucht bis zu {n} MB in DATA_DIR, und auf dem Datenträger sind {free} MB frei.',
  'said.text.Make room, or move DATA_DIR to a larger disk.':
    'Schaffen Sie Platz, oder legen Sie DATA_DIR auf einen größeren Datenträger.',
  'said.text.A newer version has migrated the database, so nothing was stored.':
    'Eine neuere Version hat die Datenbank auf ihren Stand gebracht, deshalb wurde nichts gespeichert.',
  'said.text.Try again once this process is stopped.':
    'Versuchen Sie es noch einmal, wenn dieser Prozess beendet ist.',
  'said.text.The database takes no writes at present, so nothing was stored.':
    'Die Datenbank nimmt zurzeit nichts an, deshalb wurde nichts gespeichert.',
  'said.text.Try again later.': 'Versuchen Sie es später noch einmal.',
  'said.text.The call was cancelled, and nothing of it was stored.':
    'Der Aufruf wurde abgebrochen, und nichts davon wurde gespeichert.',
  'said.text.There is no test clock here.': 'Hier gibt es keine Testuhr.',
  'said.text.Start the service with TEST_CLOCK=1 to get one.':
    'Starten Sie den Dienst mit TEST_CLOCK=1, um eine zu haben.',
  'said.text.Send either now or advance.': 'Geben Sie entweder now oder advance an.',
  'said.text.The clock ends in 2200.': 'Die Uhr endet im Jahr 2200.',
  'said.text.The clock only moves forward; it is at {time}.':
    'Die Uhr geht nur vorwärts; sie steht auf {time}.',
  'said.text.Records were made while the example was prepared.':
    'Während das Beispiel vorbereitet wurde, wurden Einträge angelegt.',
  'said.text.Nothing was loaded.': 'Es wurde nichts geladen.',
  'said.text.Try again.': 'Versuchen Sie es noch einmal.',
  'said.text.Change or delete them first, then remove it.':
    'Ändern oder löschen Sie sie zuerst, und entfernen Sie es dann.',
  'said.text.The token "{name}" may only {allowed}.': 'Das Token „{name}“ darf das nicht.',
  'said.text.Use a token of scope {needed} for {operation}.':
    'Nehmen Sie dafür ein Token mit der Berechtigung {needed}.',
  'said.text.The token "{name}" expired at {time}.': 'Das Token „{name}“ ist am {time} abgelaufen.',
  'said.text.Use another one.': 'Nehmen Sie ein anderes.',
  'said.text.The token "{name}" may not be used from {address}.':
    'Das Token „{name}“ darf von {address} aus nicht benutzt werden.',
  'said.text.Call from one of its allowed_ips, or use another token.':
    'Benutzen Sie es von einer seiner erlaubten Adressen aus, oder nehmen Sie ein anderes.',
  'said.text.Send a valid API token in the header Authorization: Bearer <token>.':
    'Senden Sie ein gültiges Token in der Kopfzeile Authorization: Bearer <token>.',
  'said.text.Too many wrong tokens came from your address.':
    'Von Ihrer Adresse kamen zu viele falsche Token.',
  'said.text.Send a valid one, or wait {n} s.': 'Senden Sie ein gültiges, oder warten Sie {n} s.',
  'said.text.You are not signed in, or your session has ended.':
    'Sie sind nicht angemeldet, oder Ihre Sitzung ist zu Ende.',
  'said.text.Sign in.': 'Melden Sie sich an.',
  'said.text.No token is like that, or it was revoked.':
    'Ein solches Token gibt es nicht, oder es wurde widerrufen.',
  'said.text.Look whether all of it is there.': 'Sehen Sie nach, ob es vollständig ist.',
  'said.text.This link was used already, or its time is over.':
    'Dieser Link wurde schon benutzt, oder seine Zeit ist um.',
  'said.text.Ask for another one, or sign in with a token.':
    'Bitten Sie um einen neuen, oder melden Sie sich mit einem Token an.',
  'said.text.This flow is not shared any more, or the address is not whole.':
    'Dieser Ablauf ist nicht mehr freigegeben, oder die Adresse ist unvollständig.',
  'said.text.Ask for a new one.': 'Bitten Sie um eine neue.',
  'said.text.Only somebody with the scope admin connects applications.':
    'Anwendungen verbindet nur, wer die Verwaltung darf.',
  'said.text.Sign in with such a token, or ask somebody who has one.':
    'Melden Sie sich mit einem solchen Token an, oder bitten Sie jemanden, der eines hat.',
  'said.text.Your token may not edit, so others are not shown that you do.':
    'Ihr Token darf nichts ändern, deshalb erfahren andere nicht, dass Sie hier sind.',
  'said.text.This idempotency key was used with another request in the last 24 hours.':
    'Dieser Idempotenzschlüssel wurde in den letzten 24 Stunden für einen anderen Aufruf benutzt.',
  'said.text.Use a new key, or send the same request.':
    'Nehmen Sie einen neuen, oder senden Sie denselben Aufruf.',
  'said.text.What this mail said is not kept: {why}.':
    'Was in dieser Mail stand, ist nicht aufbewahrt.',
  'said.text.Broadcast {id} is {state}; {only}.':
    'Das lässt der Status des Rundschreibens {id} nicht zu.',
  'said.text.Message {id} {state}, so it cannot be canceled.':
    'Die Nachricht {id} lässt sich nicht mehr abbrechen.',
  'said.text.Send {id} is {state}; only an uncertain one can be dismissed.':
    'Nur eine ungewisse Sendung lässt sich abschließen; {id} ist es nicht.',
  'said.text.The body of webhook delivery {id} is not kept, since the person or the record in it is gone.':
    'Der Inhalt der Webhook-Zustellung {id} ist nicht aufbewahrt, weil die Person oder der Eintrag darin nicht mehr da ist.',
  'said.text.People have had values of the field "{key}".':
    'Personen hatten Werte im Feld „{key}“.',
  'said.text.Deactivate it instead: set active to false.': 'Schalten Sie es stattdessen aus.',
  'said.text.Who is in it could not be found within {n} s.':
    'Wer dazugehört, ließ sich nicht innerhalb von {n} s finden.',
  'said.text.Make the definition simpler, or try again when the database has less to do.':
    'Vereinfachen Sie die Bedingung, oder versuchen Sie es, wenn die Datenbank weniger zu tun hat.',
  'said.text.Two variants are called "{name}".': 'Zwei Varianten heißen „{name}“.',
  'said.text.Give each variant a name of its own.': 'Geben Sie jeder einen eigenen Namen.',
  'said.text.Two variants send email {id}, so nothing could be counted apart.':
    'Zwei Varianten senden die E-Mail {id}, also ließe sich nichts getrennt zählen.',
  'said.text.Copy the email, and use the copy.':
    'Kopieren Sie die E-Mail, und nehmen Sie die Kopie.',
  'said.text.All variants have the weight 0, so nobody would get one.':
    'Alle Varianten haben das Gewicht 0, also bekäme niemand eine.',
  'said.text.Give at least one of them a weight above 0.':
    'Geben Sie mindestens einer ein Gewicht über 0.',
  'said.text.A variant needs the email that it sends.':
    'Eine Variante braucht die E-Mail, die sie sendet.',
  'said.text.A winner is looked for among variants, and there are none.':
    'Ein Gewinner wird unter Varianten gesucht, und es gibt keine.',
  'said.text.An earlier rule is for {whom} too, and the first one applies.':
    'Eine frühere Regel betrifft dieselben E-Mails; die erste gilt.',
  'said.text.No email carries the label "{label}" so far.':
    'Das Label „{label}“ hat bisher keine E-Mail.',
  'said.text.Give it to the emails that are meant, or write a label that they have.':
    'Geben Sie es den gemeinten E-Mails, oder nennen Sie ein Label, das sie haben.',
  'said.text.A select needs options to choose from.': 'Ein Auswahlfeld braucht Optionen.',
  'said.text.Only a select has options.': 'Nur ein Auswahlfeld hat Optionen.',
  'said.text.An option is listed twice.': 'Eine Option steht zweimal da.',
  'said.text.The visitor is asked for this field already.': 'Nach diesem Feld wird schon gefragt.',
  'said.text.A tag cannot be added and removed at once.':
    'Ein Tag lässt sich nicht zugleich vergeben und entfernen.',
  'said.text.the person is suppressed: unsubscribed': 'Die Person ist abgemeldet',
  'said.text.the person is suppressed: hard-bounced':
    'Die Adresse der Person ist dauerhaft unzustellbar',
  'said.text.the person is suppressed: complained': 'Die Person hat sich beschwert',
  'said.text.the email does not compile': 'Die E-Mail lässt sich nicht erzeugen',
  'said.text.The file has marks of a merge that nobody resolved.':
    'Die Datei enthält Marken einer Zusammenführung, die niemand aufgelöst hat.',
  'said.text.Keep one side of each mark, and remove the lines that begin with <<<<<<<, ======= and >>>>>>>.':
    'Behalten Sie je eine Seite, und entfernen Sie die Zeilen, die mit <<<<<<<, ======= und >>>>>>> beginnen.',
  'said.text.The email of this file is archived.': 'Die E-Mail dieser Datei ist archiviert.',
  'said.text.Remove the file; or write restore: true into its front matter, and the push brings it back.':
    'Entfernen Sie die Datei; oder schreiben Sie restore: true in ihren Kopf, dann kommt sie zurück.',
  'said.text.The file does not begin with front matter.': 'Die Datei beginnt nicht mit einem Kopf.',
  'said.text.Begin the file with front matter between two lines of three hyphens.':
    'Beginnen Sie die Datei mit einem Kopf zwischen zwei Zeilen aus drei Bindestrichen.',
  'said.text.The front matter does not end: a line of three hyphens is missing.':
    'Der Kopf endet nicht: Es fehlt eine Zeile aus drei Bindestrichen.',
  'said.text.This is not JSON: the file ends where {wanted} should be.':
    'Das ist kein JSON: Die Datei endet, wo {wanted} stehen sollte.',
  'said.text.This is not JSON: {found} is where {wanted} should be.':
    'Das ist kein JSON: {found} steht, wo {wanted} stehen sollte.',
  'said.subject.a value': 'ein Wert',
  'said.subject.the end of the file': 'das Ende der Datei',
  'said.subject.a key in double quotes': 'ein Schlüssel in Anführungszeichen',
  'said.subject."," or "]"': '"," oder "]"',
  'said.subject."," or "}"': '"," oder "}"',
  'said.text.Correct the JSON at this place.': 'Berichtigen Sie das JSON an dieser Stelle.',
  'said.text.Correct the YAML at this place.': 'Berichtigen Sie das YAML an dieser Stelle.',
  'said.text.Correct the text.': 'Berichtigen Sie den Text.',
  'said.text.The text that begins here does not end, or has an escape that JSON lacks.':
    'Der Text, der hier beginnt, endet nicht oder enthält eine Maskierung, die JSON nicht kennt.',
  'said.text.The key "{key}" is there twice.': 'Den Schlüssel „{key}“ gibt es zweimal.',
  'said.text.The key "{key}" is there twice in one object.':
    'Den Schlüssel „{key}“ gibt es zweimal in einem Objekt.',
  'said.text.Keep one of the two.': 'Behalten Sie einen davon.',
  'said.text.Keep one of the two files.': 'Behalten Sie eine der beiden Dateien.',
  'said.text.No definition file lies here.': 'Hier liegt keine Definition.',
  'said.text.The file has no key.': 'Die Datei hat keinen Schlüssel.',
  'said.text.Records are known by their key; add it.':
    'Einträge sind an ihrem Schlüssel zu erkennen; ergänzen Sie ihn.',
  'said.text.The file has to hold an object: keys with their values.':
    'Die Datei muss ein Objekt enthalten: Schlüssel mit ihren Werten.',
  'said.text.Write the record as an object.': 'Schreiben Sie den Eintrag als Objekt.',
  'said.text.The record was changed on the server since the pull, and by this file too.':
    'Der Eintrag wurde seit dem Abruf auf dem Server geändert und auch in dieser Datei.',
  'said.text.The record was changed on the server since the pull, and its file is removed.':
    'Der Eintrag wurde seit dem Abruf auf dem Server geändert, und seine Datei ist weg.',
  'said.text.The record was made on the server since the pull, and by this file too.':
    'Den Eintrag gibt es seit dem Abruf auf dem Server, und diese Datei legt ihn auch an.',
  'said.text.Email {id} is transactional, and sequences send marketing emails alone.':
    'Die E-Mail {id} ist transaktional; Sequenzen versenden nur werbliche E-Mails.',
  'said.text.The theme "{key}" is in use by layouts {names}.':
    'Das Design „{key}“ wird noch verwendet, in den Layouts {names}.',
  'said.text.No theme is the default any more.': 'Kein Design ist mehr der Standard.',
  'said.text.More than one theme is the default: {names}.':
    'Mehr als ein Design ist der Standard: {names}.',
  'said.text.Add the tag "{tag}"': 'Vergibt das Tag „{tag}“',
  'said.text.Remove the tag "{tag}"': 'Entfernt das Tag „{tag}“',
  'said.text.Clear the field "{field}"': 'Leert das Feld „{field}“',
  'said.text.Set the field "{field}" to {value}': 'Setzt das Feld „{field}“ auf {value}',
  'said.text.Start sequence {id}': 'Startet die Sequenz {id}',
  'said.text.End on the holdout': 'Endet in der Kontrollgruppe',
  'said.text.Exit the flow': 'Verlässt den Ablauf',
  'said.text.Exit the flow: {reason}': 'Verlässt den Ablauf: {reason}',
  'said.text.Stop the call': 'Beendet den Aufruf',
  'said.text.Queue email {id}, "{title}"': 'Reiht die E-Mail „{title}“ ein',
  'said.text.Queue email {id}, "{title}"; it would not be delivered, since {reason}':
    'Reiht die E-Mail „{title}“ ein; sie käme nicht an: {reason}',
  'said.text.raw "{tag}" not closed.': 'Der Block „{tag}“ ist nicht geschlossen.',
  'said.text.illegal tag syntax, tag name expected.': 'Hier wird der Name eines Befehls erwartet.',
  'said.text.illegal liquid tag syntax.':
    'Im Befehl „liquid“ fehlt in einer Zeile der Name eines Befehls.',
  'said.text.illegal tag: {tag}.': 'So lässt sich dieser Befehl nicht schreiben: {tag}.',
  'said.text.invalid value expression: "{text}".': 'Das ist kein gültiger Ausdruck: „{text}“.',
  'said.text.unexpected token "{text}", value expected.':
    'Hier wird ein Wert erwartet, und da steht „{text}“.',
  'said.text.unexpected character "{text}".': 'Dieses Zeichen geht hier nicht: „{text}“.',
  'said.text.expected "|" before filter.': 'Vor einem Filter muss „|“ stehen.',
  'said.text.expected filter name.': 'Hinter „|“ fehlt der Name des Filters.',
  'said.text.expected ":" after filter name.':
    'Zwischen dem Namen des Filters und seinen Werten fehlt „:“.',
  'said.text.expected variable name.': 'Hier fehlt der Name einer Variablen.',
  'said.text.expected "=".': 'Hier fehlt „=“.',
  'said.text.[ not closed.': 'Die Klammer [ ist nicht geschlossen.',
  'said.text.unbalanced parentheses.': 'Eine Klammer ist nicht geschlossen.',
  'said.text.invalid range syntax.': 'Ein Bereich hat die Form (1..5).',
  'said.text.invalid capture name.': 'Für „capture“ fehlt ein gültiger Name.',
  'said.text.empty candidates: "{tag}".': 'Diesem Befehl fehlen die Werte zur Auswahl: „{tag}“.',
  'said.text.unexpected elsif after else.': '„elsif“ darf nicht nach „else“ stehen.',
  'said.text.duplicated else.': '„else“ darf nur einmal vorkommen.',
  "said.text.every line of an inline comment must start with a '#' character.":
    'In einem solchen Kommentar beginnt jede Zeile mit „#“.',
  'said.text.invalid base64 provided to base64_decode':
    '„base64_decode“ bekam kein gültiges Base64',
  'said.text.{tag} needs a name before {rest}, as in {example}.':
    'Vor {rest} fehlt ein Name, etwa {example}.',
  'said.text.Send accent beside variables: a new theme takes its colors from it.':
    'Senden Sie accent neben den Variablen: Ein neues Design nimmt seine Farben davon.',
  'said.text.{tag} cannot read "{rest}"; put text in quotes, as in {example}.':
    '„{rest}“ lässt sich hier nicht lesen; setzen Sie Text in Anführungszeichen, etwa {example}.',
  'said.text.{tag} has one {name}, not two.': '„{name}“ darf hier nur einmal stehen.',
  'said.text.{tag} has no value for {name}, as in {example}.':
    'Für „{name}“ fehlt ein Wert, etwa {example}.',
  'said.text.a {name} needs a tag of its own: {tag}.': 'Das braucht einen eigenen Befehl: {tag}.',
  'said.text.the style of a button is {list}, not "{given}".':
    'Der Stil eines Knopfs ist einer von {list}; angegeben ist „{given}“.',
  'said.text.a button is allowed only in the body of an email or in a layout.':
    'Einen Knopf gibt es nur im Text einer E-Mail oder in einem Layout.',
  'said.text.a component is allowed only in the body of an email, in a layout or in another.':
    'Einen Baustein gibt es nur im Text einer E-Mail, in einem Layout oder in einem anderen Baustein.',
  'said.text.a component mixes up its Liquid tags with those around it.':
    'Die Liquid-Befehle eines Bausteins überschneiden sich mit denen um ihn herum.',
  'said.text.an address mixes up its Liquid tags.':
    'In einer Adresse überschneiden sich die Liquid-Befehle.',
  'said.text.a component is named by its key in quotes, as in {example}.':
    'Ein Baustein wird mit seinem Schlüssel in Anführungszeichen genannt, etwa {example}.',
  'said.text.an argument cannot be named {name}, which every mail knows already.':
    'Ein Wert für einen Baustein kann nicht „{name}“ heißen; so heißt schon etwas in jeder Mail.',
  'said.text."{text}" in a component must be in quotes, as in {example}.':
    '„{text}“ in einem Baustein muss in Anführungszeichen stehen, etwa {example}.',
  'said.text.it makes too much text or too long a list.':
    'Es erzeugt zu viel Text oder eine zu lange Liste.',
  'said.text.Look for loops and ranges of very many entries, and for text that is put together over and over.':
    'Suchen Sie nach Schleifen und Bereichen mit sehr vielen Einträgen und nach Text, der immer wieder aneinandergefügt wird.',
  'said.text.it takes too long.': 'Es dauert zu lange.',
  'said.text.Look for loops over many entries, one inside the other.':
    'Suchen Sie nach Schleifen über viele Einträge, die ineinander liegen.',
  'said.text.It takes too long to render.': 'Das Erzeugen dauert zu lange.',
  'said.text.It needs too much memory to render.': 'Das Erzeugen braucht zu viel Speicher.',
  'said.text.Look for a text that is joined to itself in a loop.':
    'Suchen Sie nach einem Text, der in einer Schleife an sich selbst gehängt wird.',
  'said.text.End of input': 'Es endet zu früh',
  'said.text.Invalid @ rule: {name}': 'Die Regel @{name} geht hier nicht',
  'said.text.Invalid qualified rule': 'Eine geschweifte Klammer steht an der falschen Stelle',
  'said.text.Unexpected token: {token}': 'Das steht an der falschen Stelle: {token}',
  'said.text.{{ content }} is for layouts only, where the email goes.':
    '{{ content }} gibt es nur in Layouts; dort kommt die E-Mail hin.',
  'said.text.{{ content }} must be in text, not inside a tag.':
    '{{ content }} muss im Text stehen, nicht in einem HTML-Element.',
  'said.text.HTML nests at most {n} elements deep; look for <{tag}> elements that are never closed.':
    'HTML ist höchstens {n} Elemente tief verschachtelt; suchen Sie nach <{tag}>, das nicht geschlossen wird.',
  'said.text.More than {n} elements such as <{tag}> are opened and not closed.':
    'Mehr als {n} Elemente wie <{tag}> sind geöffnet und nicht geschlossen.',
  'said.text.A mail has at most {n} HTML tags.': 'Eine Mail hat höchstens {n} HTML-Elemente.',
  'said.text.The address "{url}" is not one that a mail may hold; use http, https, mailto or tel.':
    'Die Adresse „{url}“ darf nicht in einer Mail stehen; nehmen Sie http, https, mailto oder tel.',
  'said.text.The attribute {name} opens a Liquid tag that it does not close.':
    'Das Attribut {name} öffnet einen Liquid-Befehl, den es nicht schließt.',
  'said.text.The attribute {name} cannot hold merge values.':
    'Im Attribut {name} darf kein Platzhalter stehen.',
  'said.text.In <{tag}> put the condition inside the attribute: {example}.':
    'Setzen Sie in <{tag}> die Bedingung in das Attribut: {example}.',
  'said.text.Mail clients run no scripts; take out the <script>.':
    'Mailprogramme führen keine Skripte aus; entfernen Sie <script>.',
  'said.text.Liquid cannot be in the name of an HTML tag.':
    'Im Namen eines HTML-Elements darf kein Liquid stehen.',
  'said.text.In <{tag}> a merge value cannot make the name of an attribute; put it in quotes behind a name.':
    'In <{tag}> kann ein Platzhalter nicht der Name eines Attributs sein; setzen Sie ihn in Anführungszeichen hinter einen Namen.',
  'said.text.The tag "{tag}" is never closed.': 'Das Element „{tag}“ wird nicht geschlossen.',
  'said.text.A <style> is never closed.': 'Ein <style> wird nicht geschlossen.',
  'said.text."rrule" of the trigger is no rule: {reason}.':
    'Der Auslöser hat keine gültige Regel: {reason}.',
  'said.text."{part}" is no part such as FREQ=WEEKLY':
    '„{part}“ ist kein Teil einer Regel wie FREQ=WEEKLY',
  'said.text.{part} comes twice': '{part} steht zweimal da',
  'said.text.{part} does not go with FREQ={freq}': '{part} geht nicht zusammen mit FREQ={freq}',
  'said.text.BYDAY takes no numbers here, only days such as MO':
    'BYDAY nimmt hier keine Zahlen, nur Tage wie MO',
  'said.text.BYSETPOS needs another part that begins with BY':
    'BYSETPOS braucht einen weiteren Teil, der mit BY beginnt',
  'said.text.INTERVAL is a number from 1 to 9999': 'INTERVAL ist eine Zahl von 1 bis 9999',
  'said.text.it begins with FREQ, without RRULE: and without DTSTART':
    'sie beginnt mit FREQ, ohne RRULE: und ohne DTSTART',
  'said.text.COUNT counts from a DTSTART; use UNTIL':
    'COUNT zählt ab einem DTSTART; nehmen Sie UNTIL',
  'said.text.times are whole minutes, so there is no BYSECOND':
    'Zeiten sind ganze Minuten, deshalb gibt es BYSECOND nicht',
  'said.text.there is no part "{part}"': 'einen Teil „{part}“ gibt es nicht',
  'said.text.FREQ is one of {list}': 'FREQ ist eines von {list}',
  'said.text.WKST is one of {list}': 'WKST ist eines von {list}',
  'said.text.{part} takes numbers from {least} to {most}, or negative to count from the end':
    '{part} nimmt Zahlen von {least} bis {most}, negative zählen vom Ende',
  'said.text.{part} takes numbers from {least} to {most}':
    '{part} nimmt Zahlen von {least} bis {most}',
  'said.text.BYDAY takes days such as MO or -1FR, from {list}':
    'BYDAY nimmt Tage wie MO oder -1FR, aus {list}',
  'said.text.UNTIL is a date such as 20271231, or a time such as 20271231T170000Z':
    'UNTIL ist ein Datum wie 20271231 oder ein Zeitpunkt wie 20271231T170000Z',
  'said.text.The flow starts on "{name}", not on {given}.':
    'Der Ablauf beginnt mit „{name}“, nicht mit {given}.',
  'said.text.The person has no date in {field}, so nothing would start the flow.':
    'Die Person hat kein Datum im Feld {field}, also begänne der Ablauf nicht.',
  'said.text.The date in {field}, {value}, has passed, so no run would start.':
    'Das Datum im Feld {field}, {value}, ist vorbei, also begänne kein Durchlauf.',
  'said.text.The date in {field}, {value}, is before {year} and has no anniversaries, so no run would start.':
    'Das Datum im Feld {field}, {value}, liegt vor {year} und hat keine Jahrestage, also begänne kein Durchlauf.',
  'said.text.The flow starts for this person on {day} at {time}, {zone}.':
    'Der Ablauf beginnt für diese Person am {day} um {time}, {zone}.',
  'said.text.The schedule has no time to come, so no run would start.':
    'Der Zeitplan hat keinen Zeitpunkt mehr vor sich, also begänne kein Durchlauf.',
  'said.text.The flow starts next on {at}, {zone}, for everybody in "{segment}" then.':
    'Der Ablauf beginnt das nächste Mal am {at}, {zone}, für alle, die dann im Segment „{segment}“ sind.',
  'said.text.In the next 50 years no day is as the rule says, so the flow starts nobody.':
    'In den nächsten 50 Jahren gibt es keinen Tag, der zur Regel passt; der Ablauf beginnt für niemanden.',
  'said.text.No time of the rule is to come before its UNTIL, so the flow starts nobody.':
    'Vor dem UNTIL der Regel liegt kein Zeitpunkt mehr; der Ablauf beginnt für niemanden.',
  'said.text.The flow starts once this person enters "{segment}".':
    'Der Ablauf beginnt, sobald diese Person in das Segment „{segment}“ kommt.',
  'said.text.The flow starts once this person leaves "{segment}".':
    'Der Ablauf beginnt, sobald diese Person das Segment „{segment}“ verlässt.',
  'said.text.The trigger repeats, but the flow takes each person only once: its run_policy is {policy}.':
    'Der Auslöser wiederholt sich, der Ablauf nimmt aber jede Person nur einmal auf.',
  'said.text.A reminder that repeats needs a flow whose run_policy is repeat, not {policy}.':
    'Eine Erinnerung, die sich wiederholt, braucht einen Ablauf, der Personen mehrmals aufnimmt.',
  'said.text."{input}" of the trigger is {wanted}, not {given}.':
    '„{input}“ des Auslösers ist {wanted}; angegeben ist {given}.',
  'said.text."{input}" of a goal is {wanted}, not {given}.':
    '„{input}“ eines Ziels ist {wanted}; angegeben ist {given}.',
  'said.text."name" is the name of an event, not {given}.':
    'Der Name ist der eines Ereignisses; angegeben ist {given}.',
  'said.text.No event is recorded as {given}: spaces around a name are dropped, controls are refused, and internal_note is for notes.':
    'Kein Ereignis wird als {given} erfasst: Leerzeichen um einen Namen fallen weg, Steuerzeichen werden abgelehnt, und internal_note ist für Notizen.',
  'said.text."event" of a goal is an object with name, not {given}.':
    'Das Ereignis eines Ziels ist ein Objekt mit einem Namen; angegeben ist {given}.',
  'said.text."goals" is a list of goals, not {given}.':
    'Die Ziele sind eine Liste; angegeben ist {given}.',
  'said.text.A goal is an object with name and event or condition, not {given}.':
    'Ein Ziel ist ein Objekt mit Namen und einem Ereignis oder einer Bedingung; angegeben ist {given}.',
  'said.text.The flow has {n} goals; {max} are allowed.':
    'Der Ablauf hat {n} Ziele; erlaubt sind {max}.',
  'said.text.Another goal before it has the name "{name}".': 'Ein Ziel davor heißt schon „{name}“.',
  'said.text.The time for a goal is an amount above 0 and a unit, not the name of a tunable.':
    'Die Frist eines Ziels ist eine Menge über 0 mit Einheit, nicht der Name eines Stellwerts.',
  'said.text.The time from a date is an amount and a unit, not the name of a tunable.':
    'Der Abstand zu einem Datum ist eine Menge mit Einheit, nicht der Name eines Stellwerts.',
  'said.text.A timeout is an amount above 0 and a unit, not the name of a tunable.':
    'Eine Frist ist eine Menge über 0 mit Einheit, nicht der Name eines Stellwerts.',
  'said.text.The settings have no tunable "{name}".':
    'Einen Stellwert „{name}“ gibt es in den Einstellungen nicht.',
  'said.text.The field "{field}" is a {wanted} and holds no date.':
    'Das Feld „{field}“ enthält kein Datum (Art: {wanted}).',
  'said.text.The flow has {n} steps; {max} are allowed.':
    'Der Ablauf hat {n} Schritte; erlaubt sind {max}.',
  'said.text.The flow has no steps.': 'Der Ablauf hat keine Schritte.',
  'said.text.This branch is nested {n} levels deep; {max} are allowed.':
    'Diese Verzweigung ist {n} Ebenen tief; erlaubt sind {max}.',
  'said.text.There is no tag "{tag}" yet; it will be created.':
    'Das Tag „{tag}“ gibt es noch nicht; es wird angelegt.',
  'said.text.There is no tag "{tag}" yet, so there is nothing to remove.':
    'Das Tag „{tag}“ gibt es noch nicht, also gibt es nichts zu entfernen.',
  'said.text.{given} is taken as it is written: Liquid is not run here.':
    '{given} wird so übernommen, wie es dasteht: Liquid wirkt hier nicht.',
  'said.text.There is no tag "{tag}" yet.': 'Das Tag „{tag}“ gibt es noch nicht.',
  'said.text.There is no webhook endpoint {given}.': 'Den Endpunkt {given} gibt es nicht.',
  'said.text.The webhook endpoint "{key}" is disabled, so nothing is sent to it.':
    'Der Webhook-Endpunkt „{key}“ ist abgeschaltet, deshalb wird ihm nichts gesendet.',
  'said.text.The sequence {id} is off, so nobody is started on it until it is on.':
    'Die Sequenz {id} ist ausgeschaltet; bis sie eingeschaltet ist, beginnt sie niemand.',
  'said.text.No event "{event}" was recorded so far.':
    'Ein Ereignis „{event}“ wurde bisher nicht erfasst.',
  'said.text.No event "{event}" has been seen yet.':
    'Ein Ereignis „{event}“ wurde noch nicht erfasst.',
  'said.text.No form and no preference toggle has the purpose "{purpose}".':
    'Kein Formular und kein Schalter der Einstellungsseite hat den Zweck „{purpose}“.',
  'said.text.This step records the event "{event}", which starts this flow.':
    'Dieser Schritt löst das Ereignis „{event}“ aus, mit dem dieser Ablauf beginnt.',
  'said.text.Another arm before it has the name "{name}".': 'Ein Weg davor heißt schon „{name}“.',
  'said.text.Every weight is 0, so no arm could be chosen.':
    'Alle Gewichte sind 0, also ließe sich kein Weg wählen.',
  'said.text.A split without any weight cannot choose an arm.':
    'Eine Aufteilung ohne Gewicht kann keinen Weg wählen.',
  'said.text.The run ends on the holdout, so nobody reaches the steps in it.':
    'Der Durchlauf endet in der Kontrollgruppe, also erreicht niemand die Schritte darin.',
  'said.text.The arm "{name}" is the holdout.': 'Der Weg „{name}“ ist die Kontrollgruppe.',
  'said.text.The gate does not say when it expires, so it waits for ever.':
    'Das Warten hat keine Frist und endet sonst nie.',
  'said.text.The gate never expires, so steps on "met" can be behind it just as well.':
    'Das Warten hat keine Frist; die Schritte unter „Eingetreten“ können ebenso gut dahinter stehen.',
  'said.text.The gate never expires, so nobody reaches the steps on "expired".':
    'Das Warten hat keine Frist, also erreicht niemand die Schritte unter „Abgelaufen“.',
  'said.text.Without "wait" nobody waits for the outcome, so there are no arms.':
    'Ohne Warten wartet niemand auf das Ergebnis, also gibt es keine Wege.',
  'said.text.The person was through this step before an edit moved it.':
    'Die Person hatte diesen Schritt schon hinter sich, bevor er verschoben wurde.',
  'said.text.No duration: {what} is unknown.': 'Keine Dauer: {what} ist unbekannt.',
  'said.text.No expiry: {what} is unknown.': 'Keine Frist: {what} ist unbekannt.',
  'said.text.It is assumed that the event "{event}" was recorded at {time}.':
    'Angenommen ist, dass das Ereignis „{event}“ am {time} erfasst wurde.',
  'said.text.The call was delivered.': 'Der Aufruf wurde zugestellt.',
  'said.text.The call was given up.': 'Der Aufruf wurde aufgegeben.',
  'said.text.The call was not delivered within {time}.':
    'Der Aufruf wurde nicht rechtzeitig zugestellt (Frist: {time}).',
  'said.text.The definition has no list of steps under "nodes", so no step was tried.':
    'Der Ablauf hat keine Liste von Schritten, also wurde keiner versucht.',
  'said.text.The person is on sequence {id} already.': 'Die Person ist schon in der Sequenz {id}.',
  'said.text.Sequence {id} runs only once for a person, and this one has been on it.':
    'Die Sequenz {id} läuft für jede Person nur einmal, und diese hatte sie schon.',
  'said.text.The flow "{key}" is live and the definition has errors, so nothing was changed.':
    'Der Ablauf „{key}“ ist aktiv, und die Änderung hat Fehler; es wurde nichts geändert.',
  'said.text.Correct what validation lists, or pause the flow first.':
    'Beheben Sie, was die Prüfung nennt, oder pausieren Sie den Ablauf zuerst.',
  'said.text.Correct the flow or what the test expects, or send force: true.':
    'Berichtigen Sie den Ablauf oder was der Test erwartet, oder erzwingen Sie es.',
  'said.text.People ran through the flow "{key}", so it cannot be a draft again.':
    'Personen haben den Ablauf „{key}“ durchlaufen, deshalb kann er kein Entwurf mehr werden.',
  'said.text.Run {id} is {status}, not parked.': 'Der Durchlauf {id} ist nicht angehalten.',
  'said.text.Move it, or wait for it.': 'Verschieben Sie ihn, oder warten Sie ab.',
  'said.text.The draft of email {id} has errors and was not published.':
    'Der Entwurf der E-Mail {id} hat Fehler und wurde nicht veröffentlicht.',
  'said.text.Correct what validation lists in the draft.':
    'Beheben Sie, was die Prüfung im Entwurf nennt.',
  'said.text."{key}" is the default layout.': '„{key}“ ist das Standardlayout.',
  'said.text."{key}" is the default theme.': '„{key}“ ist das Standarddesign.',
  'said.text.Make another one the default first.': 'Machen Sie zuerst ein anderes zum Standard.',
  'said.text.List the people to find the right id.': 'Sehen Sie in der Liste nach.',
  'said.text.A component needs a name, or a key.':
    'Ein Baustein braucht einen Namen oder einen Schlüssel.',
  'said.text.Take its tag out of them first.': 'Nehmen Sie seinen Befehl dort zuerst heraus.',
  'said.text.Nobody reaches a goal within no time.': 'Niemand erreicht ein Ziel in keiner Zeit.',
  'said.text.The metric converted counts who reaches a goal, and there is none.':
    'Diese Kennzahl zählt, wer ein Ziel erreicht, und es gibt keines.',
  'said.text.Add goal with event and within, or use another metric.':
    'Geben Sie ein Ziel mit Ereignis und Frist an, oder nehmen Sie eine andere Kennzahl.',
  'said.text.The language "{language}" is there twice.':
    'Die Sprache „{language}“ steht zweimal da.',
  'said.text.An email has at most {n} translations.':
    'Eine E-Mail hat höchstens {n} Übersetzungen.',
  'said.text."{language}" is no language tag (BCP 47), such as de or pt-BR.':
    '„{language}“ ist kein Kürzel einer Sprache (BCP 47) wie de oder pt-BR.',
  'said.text."{zone}" is not an IANA time zone.': '„{zone}“ ist keine Zeitzone der IANA.',
  'said.text.Use a name such as Europe/Lisbon.': 'Nehmen Sie einen Namen wie Europe/Lisbon.',
  'said.text.expires_at is over already; name a later time, or leave it out.':
    'Dieser Ablaufzeitpunkt ist schon vorbei; nennen Sie einen späteren, oder lassen Sie ihn weg.',
  'said.text.{n} tests were sent in the last hour.':
    'In der letzten Stunde wurden {n} Tests gesendet.',
  'said.text.Try again in {n} minutes, or preview the email.':
    'Versuchen Sie es in {n} Minuten noch einmal, oder sehen Sie sich die Vorschau an.',
  'said.text.{address} is never emailed, tests included: {reason}.':
    'An {address} gehen keine Mails, auch keine Tests: {reason}.',
  'said.text.Send the test to another address.': 'Senden Sie den Test an eine andere Adresse.',
  'said.text.Accepted by {provider}, which does not yet mean delivered.':
    'Angenommen von {provider}; zugestellt ist sie damit noch nicht.',
  'said.text.Refused for now, and tried again from the queue.':
    'Vorerst abgelehnt; die Warteschlange versucht es noch einmal.',
  'said.text.The mail server was not reached, and is tried again from the queue.':
    'Der Mailserver war nicht erreichbar; die Warteschlange versucht es noch einmal.',
  'said.text.It may or may not have arrived; the queue shows it.':
    'Ob sie ankam, ist ungewiss; die Warteschlange zeigt sie.',
  'said.text.The mail could not be made.': 'Die Mail ließ sich nicht erzeugen.',
  'said.text.Nothing was sent: the person or the email changed meanwhile.':
    'Es wurde nichts gesendet: Die Person oder die E-Mail wurde inzwischen geändert.',
  'said.text.Send {id} is not retried: its email is archived.':
    'Die Sendung {id} wird nicht wiederholt: Die E-Mail dafür ist archiviert.',
  'said.text.Send {id} is not retried: the flow, sequence step or broadcast it came from is deleted or canceled, or its run is no longer kept.':
    'Die Sendung {id} wird nicht wiederholt: Woher sie kam, wurde gelöscht oder abgebrochen, oder ihr Durchlauf ist nicht mehr aufbewahrt.',
  'said.text.Send {id} is not retried: it ended otherwise meanwhile, or its person was erased.':
    'Die Sendung {id} wird nicht wiederholt: Sie endete inzwischen anders, oder ihre Person wurde gelöscht.',
  'said.text.Send {id} is {status}; only an uncertain or failed one can be retried.':
    'Nur eine ungewisse oder fehlgeschlagene Sendung lässt sich wiederholen; {id} ist es nicht.',
  'said.text.A step needs the email that it sends.':
    'Ein Schritt braucht die E-Mail, die er sendet.',
  'said.text.A sequence has at most {n} steps.': 'Eine Sequenz hat höchstens {n} Schritte.',
  'said.text.Continue in another one.': 'Machen Sie in einer anderen weiter.',
  'said.text.The account is being changed at the same time, by another apply or by an edit.':
    'Das Konto wird gleichzeitig geändert, durch eine andere Übernahme oder von Hand.',
  'said.text.Look at the diff again, then apply.':
    'Sehen Sie sich die Unterschiede noch einmal an, und übernehmen Sie sie dann.',
  'said.text.Mail of it waits until it compiles.':
    'Mails daraus warten, bis sich die E-Mail erzeugen lässt.',
  'said.text.There is nobody to rehearse with: the account has no people yet.':
    'Es gibt niemanden zum Proben: Das Konto hat noch keine Personen.',
  'said.text.No event starts this flow.': 'Kein Ereignis startet diesen Ablauf.',
  'said.text.Undo the change, or change what would break in the same push.':
    'Nehmen Sie die Änderung zurück, oder ändern Sie zugleich, was sonst nicht mehr funktionieren würde.',
  'said.text.The account was changed meanwhile.': 'Das Konto wurde inzwischen geändert.',
  'said.text.external_id is that of another person.': 'Diese Kennung hat schon eine andere Person.',
  'said.text.at must be a time that has passed.': 'Der Zeitpunkt muss in der Vergangenheit liegen.',
  'said.text.There is no active custom field "{field}".':
    'Ein aktives eigenes Feld „{field}“ gibt es nicht.',
  'said.text.Create it first, or use first_name or last_name.':
    'Legen Sie es zuerst an, oder nehmen Sie den Vor- oder Nachnamen.',
  'said.text.The address is asked for by every form.': 'Nach der Adresse fragt jedes Formular.',
  'said.text.Leave it out of fields.': 'Lassen Sie sie bei den Feldern weg.',
  'said.text.A post holds its proof of work in {name}, so no visitor could answer it.':
    'In {name} steht der Arbeitsnachweis der Anmeldung; kein Besucher könnte es beantworten.',
  'said.text.Ask for a field with another key.':
    'Fragen Sie nach einem Feld mit anderem Schlüssel.',
  'said.text.The field is asked for twice.': 'Nach dem Feld wird zweimal gefragt.',
  'said.text.Email {id} is a marketing email, so the built-in mail confirms sign-ups in its place.':
    'Die E-Mail {id} ist werblich; Anmeldungen bestätigt deshalb die mitgelieferte Mail.',
  'said.text.Email {id} does not hold {link}, so the built-in mail confirms sign-ups in its place.':
    'Die E-Mail {id} enthält {link} nicht; Anmeldungen bestätigt deshalb die mitgelieferte Mail.',
  'said.text.Email {id} is a marketing email, and nobody has agreed to one yet.':
    'Die E-Mail {id} ist werblich, und dazu hat noch niemand eingewilligt.',
  'said.text.Set its kind to transactional.': 'Machen Sie sie transaktional.',
  'said.text.Email {id} does not hold {what}, so nobody could confirm.':
    'In der E-Mail {id} fehlt {what}, also könnte niemand bestätigen.',
  'said.text.Without double opt-in anybody can sign up anybody.':
    'Ohne Double-Opt-in kann jeder jeden anmelden.',
  'said.text.Set forms.single_opt_in to true first.':
    'Erlauben Sie das zuerst mit forms.single_opt_in in den Einstellungen.',
  'said.text.Drafts still wait by this tunable: {names}.':
    'Entwürfe warten noch nach diesem Stellwert: {names}.',
  'said.text.Until it is back, they cannot be activated.':
    'Solange er fehlt, lassen sie sich nicht aktivieren.',
  'said.text.Keep it, or give their delays and gates another duration first.':
    'Behalten Sie ihn, oder geben Sie ihren Wartezeiten zuerst eine andere Dauer.',
  'said.text.{input} is not a setting that can be written.':
    'Eine Einstellung {input} lässt sich nicht setzen.',
  'said.text.Leave it out, and change it with update_profile.':
    'Lassen Sie sie weg, und ändern Sie sie mit update_profile.',
  'said.text.Write a key of get_settings in its place; describe_schema settings says what each does.':
    'Schreiben Sie stattdessen einen Schlüssel aus get_settings; describe_schema settings sagt, was jeder bewirkt.',
  'said.text.It is part of the profile, which update_profile changes.':
    'Sie gehört zum Profil und wird dort geändert.',
  'said.text.{input} must be true or false, not {given}.':
    '„{input}“ muss wahr oder falsch sein; angegeben ist {given}.',
  'said.text.{input} must be an object, not {given}.':
    '„{input}“ muss ein Objekt sein; angegeben ist {given}.',
  'said.text.{input} must be a list, not {given}.':
    '„{input}“ muss eine Liste sein; angegeben ist {given}.',
  'said.text.{input} must be text, not {given}.':
    '„{input}“ muss Text sein; angegeben ist {given}.',
  'said.text.{input} must be a whole number from {least} to {most}, not {given}.':
    '„{input}“ muss eine ganze Zahl von {least} bis {most} sein; angegeben ist {given}.',
  'said.text.{input} must be from 1 minute to {n} days long.':
    '„{input}“ muss von 1 Minute bis {n} Tage dauern.',
  'said.text.{input} must be a hex color such as {example}, not {given}.':
    '„{input}“ muss eine Farbe in Hex sein, etwa {example}; angegeben ist {given}.',
  'said.text.{input} must be blank or a full http or https URL, not {given}.':
    '„{input}“ muss leer sein oder eine ganze Adresse mit http oder https; angegeben ist {given}.',
  'said.text.{input} must be a domain such as example.com, not {given}.':
    '„{input}“ muss eine Domain wie example.com sein; angegeben ist {given}.',
  'said.text.{input} must be a time HH:MM, 00:00 to 24:00, not {given}.':
    '„{input}“ muss eine Uhrzeit HH:MM von 00:00 bis 24:00 sein; angegeben ist {given}.',
  'said.text.{input} must be before end, and {start} is not.':
    '„{input}“ muss vor dem Ende liegen, und {start} tut das nicht.',
  'said.text.A window lies within one day; the whole day is 00:00 to 24:00.':
    'Ein Fenster liegt innerhalb eines Tages; der ganze Tag ist 00:00 bis 24:00.',
  'said.text.{input} must not be blank; it takes 1 to {n} characters.':
    '„{input}“ darf nicht leer sein und hat 1 bis {n} Zeichen.',
  'said.text.{input} may hold at most {n} names.': '„{input}“ darf höchstens {n} Namen haben.',
  'said.text.{input} needs at least one toggle; add it to toggles.':
    '„{input}“ braucht mindestens einen Schalter.',
  'said.text.{input} is taken: another toggle has {id} too.':
    '„{input}“ ist vergeben: Ein anderer Schalter hat {id} auch.',
  'said.text.{input} is wrong: {reason}': '„{input}“ stimmt nicht: {reason}',
  'said.text.{input} must be in the future; it is {time} now.':
    '„{input}“ muss in der Zukunft liegen; jetzt ist {time}.',
  'said.text.{input} has passed in every time zone; it is {time} now.':
    '„{input}“ ist in jeder Zeitzone vorbei; jetzt ist {time}.',
  'said.text.from must be before to.': 'Der Anfang muss vor dem Ende liegen.',
  'said.text.from must not be after to.': 'Der Anfang darf nicht nach dem Ende liegen.',
  'said.text.A report covers at most {n} days; ask for fewer with from and to.':
    'Ein Bericht umfasst höchstens {n} Tage; wählen Sie weniger.',
  'said.subject.a time of day as HH:MM, from 00:00 to 23:59':
    'eine Uhrzeit HH:MM von 00:00 bis 23:59',
  'said.subject.the IANA name of a time zone, such as Europe/Paris':
    'eine Zeitzone der IANA, etwa Europe/Paris',
  'said.subject."person" or the IANA name of a time zone, such as Europe/Paris':
    '„person“ oder eine Zeitzone der IANA, etwa Europe/Paris',
  'said.subject.the key of a custom field of type date':
    'der Schlüssel eines eigenen Feldes für ein Datum',
  'said.subject.the key of a segment, text of 1 to {max} characters':
    'der Schlüssel eines Segments, Text mit 1 bis {max} Zeichen',
  'said.subject.the key of a product, text of 1 to {max} characters':
    'der Schlüssel eines Produkts, Text mit 1 bis {max} Zeichen',
  'said.subject.a rule of RFC 5545 of at most {max} characters, such as FREQ=WEEKLY;BYDAY=MO;BYHOUR=9':
    'eine Regel nach RFC 5545 mit höchstens {max} Zeichen, etwa FREQ=WEEKLY;BYDAY=MO;BYHOUR=9',
  'said.subject.text of 1 to {max} characters': 'Text mit 1 bis {max} Zeichen',
  'said.subject.text of at most {max} characters': 'Text mit höchstens {max} Zeichen',
  'said.subject.a whole number of days from 0 to {max}':
    'eine ganze Zahl von Tagen von 0 bis {max}',
  'said.subject.true or false': 'wahr oder falsch',
  'said.if.{when} and {also}': '{when} und {also}',
  'said.if.{when} or {also}': '{when} oder {also}',
  'said.if.not {when}': 'nicht: {when}',
  'said.if.({when})': '({when})',
  'said.if.has the tag "{tag}"': 'hat das Tag „{tag}“',
  'said.if.is never emailed': 'bekommt nie E-Mails',
  'said.if.is in the segment {segment}': 'ist im Segment {segment}',
  'said.if.completed the flow "{flow}"': 'hat den Ablauf „{flow}“ durchlaufen',
  'said.if.consented to "{purpose}"': 'hat in „{purpose}“ eingewilligt',
  'said.if.joined in the last {n} days': 'kam in den letzten {n} Tagen dazu',
  'said.if.received {n} emails or more within {days} days':
    'hat in {days} Tagen {n} E-Mails oder mehr bekommen',
  'said.if.has spent more than {n} cents': 'hat mehr als {n} Cent ausgegeben',
  'said.if.has spent less than {n} cents': 'hat weniger als {n} Cent ausgegeben',
  'said.if.has spent exactly {n} cents': 'hat genau {n} Cent ausgegeben',
  'said.if.subscribed on "{day}"': 'kam am {day} dazu',
  'said.if.subscribed after "{day}"': 'kam nach dem {day} dazu',
  'said.if.subscribed before "{day}"': 'kam vor dem {day} dazu',
  'said.if.opened or clicked any email within {n} days':
    'hat in den letzten {n} Tagen eine E-Mail geöffnet oder darin geklickt',
  'said.if.the event "{event}" occurred with matching details within {n} days':
    'Ereignis „{event}“ mit passenden Einzelheiten in den letzten {n} Tagen',
  'said.if.the event "{event}" occurred with matching details':
    'Ereignis „{event}“ mit passenden Einzelheiten',
  'said.if.the event "{event}" occurred within {n} days':
    'Ereignis „{event}“ in den letzten {n} Tagen',
  'said.if.the event "{event}" occurred': 'Ereignis „{event}“',
  'said.if.the address is at {names}': 'Adresse bei {names}',
  'said.if.the address equals {value}': 'Adresse ist {value}',
  'said.if.the address contains {value}': 'Adresse enthält {value}',
  'said.if.the address starts with {value}': 'Adresse beginnt mit {value}',
  'said.if.the address ends with {value}': 'Adresse endet mit {value}',
  'said.if.received any email within {n} days':
    'hat in den letzten {n} Tagen eine beliebige E-Mail bekommen',
  'said.if.received email {id} within {n} days':
    'hat in den letzten {n} Tagen die E-Mail {id} bekommen',
  'said.if.received any email': 'hat eine beliebige E-Mail bekommen',
  'said.if.received email {id}': 'hat die E-Mail {id} bekommen',
  'said.if.opened any email within {n} days':
    'hat in den letzten {n} Tagen eine beliebige E-Mail geöffnet',
  'said.if.opened email {id} within {n} days':
    'hat in den letzten {n} Tagen die E-Mail {id} geöffnet',
  'said.if.opened any email': 'hat eine beliebige E-Mail geöffnet',
  'said.if.opened email {id}': 'hat die E-Mail {id} geöffnet',
  'said.if.clicked any email within {n} days':
    'hat in den letzten {n} Tagen in einer beliebigen E-Mail geklickt',
  'said.if.clicked email {id} within {n} days':
    'hat in den letzten {n} Tagen in der E-Mail {id} geklickt',
  'said.if.clicked any email': 'hat in einer beliebigen E-Mail geklickt',
  'said.if.clicked email {id}': 'hat in der E-Mail {id} geklickt',
  'said.if.started the sequence {id} within {n} days':
    'hat in den letzten {n} Tagen die Sequenz {id} begonnen',
  'said.if.started the sequence {id}': 'hat die Sequenz {id} begonnen',
  'said.if.finished the sequence {id} within {n} days':
    'hat in den letzten {n} Tagen die Sequenz {id} bis zum Ende durchlaufen',
  'said.if.finished the sequence {id}': 'hat die Sequenz {id} bis zum Ende durchlaufen',
  'said.if.the event "{event}" occurred exactly {count} times with matching details within {n} days':
    'Ereignis „{event}“ mit passenden Einzelheiten genau {count}-mal in den letzten {n} Tagen',
  'said.if.the event "{event}" occurred exactly {count} times with matching details':
    'Ereignis „{event}“ mit passenden Einzelheiten genau {count}-mal',
  'said.if.the event "{event}" occurred exactly {count} times within {n} days':
    'Ereignis „{event}“ genau {count}-mal in den letzten {n} Tagen',
  'said.if.the event "{event}" occurred exactly {count} times':
    'Ereignis „{event}“ genau {count}-mal',
  'said.if.the event "{event}" occurred more than {count} times with matching details within {n} days':
    'Ereignis „{event}“ mit passenden Einzelheiten mehr als {count}-mal in den letzten {n} Tagen',
  'said.if.the event "{event}" occurred more than {count} times with matching details':
    'Ereignis „{event}“ mit passenden Einzelheiten mehr als {count}-mal',
  'said.if.the event "{event}" occurred more than {count} times within {n} days':
    'Ereignis „{event}“ mehr als {count}-mal in den letzten {n} Tagen',
  'said.if.the event "{event}" occurred more than {count} times':
    'Ereignis „{event}“ mehr als {count}-mal',
  'said.if.the event "{event}" occurred less than {count} times with matching details within {n} days':
    'Ereignis „{event}“ mit passenden Einzelheiten weniger als {count}-mal in den letzten {n} Tagen',
  'said.if.the event "{event}" occurred less than {count} times with matching details':
    'Ereignis „{event}“ mit passenden Einzelheiten weniger als {count}-mal',
  'said.if.the event "{event}" occurred less than {count} times within {n} days':
    'Ereignis „{event}“ weniger als {count}-mal in den letzten {n} Tagen',
  'said.if.the event "{event}" occurred less than {count} times':
    'Ereignis „{event}“ weniger als {count}-mal',
  'said.if.the field "{field}" is within the next {duration}':
    'Feld „{field}“ liegt von heute an innerhalb dieser Zeit: {duration}',
  'said.if.the field "{field}" is within the last {duration}':
    'Feld „{field}“ liegt bis heute innerhalb dieser Zeit: {duration}',
  'said.if.the field "{field}" is before the day {duration} from now':
    'Feld „{field}“ liegt vor dem Tag, der so weit voraus ist: {duration}',
  'said.if.the field "{field}" is after the day {duration} from now':
    'Feld „{field}“ liegt nach dem Tag, der so weit voraus ist: {duration}',
  'said.if.the field "{field}" is before {day}': 'Feld „{field}“ liegt vor dem {day}',
  'said.if.the field "{field}" is after {day}': 'Feld „{field}“ liegt nach dem {day}',
  'said.if.1 week': '1 Woche',
  'said.if.{n} weeks': '{n} Wochen',
  'said.if.the field "{field}" equals {value}': 'Feld „{field}“ ist {value}',
  'said.if.the field "{field}" contains {value}': 'Feld „{field}“ enthält {value}',
  'said.if.the field "{field}" starts with {value}': 'Feld „{field}“ beginnt mit {value}',
  'said.if.the field "{field}" ends with {value}': 'Feld „{field}“ endet mit {value}',
  'said.if.the field "{field}" is greater than {value}': 'Feld „{field}“ ist größer als {value}',
  'said.if.the field "{field}" is less than {value}': 'Feld „{field}“ ist kleiner als {value}',
  'said.if.the field "{field}" is blank': 'Feld „{field}“ ist leer',
  'said.if.the field "{field}" is present': 'Feld „{field}“ ist ausgefüllt',
  'said.if.has an active subscription to "{product}"':
    'hat ein laufendes Abonnement von „{product}“',
  'said.if.has bought "{product}"': 'hat „{product}“ gekauft',
  'said.text."{one}" is not sent.': '„{one}“ wird nicht gesendet.',
  'said.text."{other}" is sent, and not expected.':
    '„{other}“ wird gesendet, ohne dass es erwartet ist.',
  'said.text."{other}" is sent in place of "{one}".':
    '„{other}“ wird anstelle von „{one}“ gesendet.',
  'said.text.No event of the case is at its clock or later.':
    'Kein Ereignis des Tests liegt bei seiner Uhr oder später.',
  'said.text.There is no event left.': 'Es ist kein Ereignis mehr übrig.',
  'said.text.The flow {flow} has no step {given}.': 'Der Ablauf {flow} hat keinen Schritt {given}.',
  'said.text.The split {split} has no arm {given}.':
    'Die Aufteilung {split} hat keinen Weg {given}.',
  'said.text.Write the name of an arm: {list}.': 'Nennen Sie einen der Wege: {list}.',
  'said.text.The step has no valid id.': 'Der Schritt hat keine gültige Nummer.',
  'said.text.The step has no known type.': 'Der Schritt hat keine bekannte Art.',
  'said.text.The step has neither a name nor a type.':
    'Der Schritt hat weder einen Namen noch eine Art.',
  'said.text.The {name} could not be filled in: {reason}.':
    'Die Platzhalter in „{name}“ ließen sich nicht füllen: {reason}.',
  'said.text.Groups nest {n} levels deep at most.':
    'Gruppen sind höchstens {n} Ebenen tief verschachtelt.',
  'said.text.The list of "{group}" is empty.': 'Die Liste „{group}“ ist leer.',
  'said.text."{group}" takes a list, not {given}.':
    '„{group}“ nimmt eine Liste; angegeben ist {given}.',
  'said.text."detail" is the name of a detail of the event, not {given}.':
    'Das ist der Name einer Einzelheit des Ereignisses; angegeben ist {given}.',
  'said.text."args" is an object, not {given}.':
    'Die Angaben sind ein Objekt; angegeben ist {given}.',
  'said.text.in_segment takes exactly one of "segment", a key, and "segment_id".':
    'Ein Segment wird auf genau eine Art genannt, mit Schlüssel oder Nummer.',
  'said.text.A length is a number from -99999 to 99999, and px, rem, em or %; a bare number is pixels.':
    'Eine Länge ist eine Zahl von -99999 bis 99999 mit px, rem, em oder %; ohne Einheit sind es Pixel.',
  'said.text.Give each arm a name of its own: people keep their arm by its name.':
    'Geben Sie jedem Weg einen eigenen Namen: Am Namen behalten Personen ihren Weg.',
  'said.text.Move the steps to another arm.': 'Verschieben Sie die Schritte auf einen anderen Weg.',
  'said.text.Correct it first.': 'Berichtigen Sie sie zuerst.',
  'said.text.Let mail go again with release_sending first.':
    'Geben Sie zuerst mit release_sending den Versand frei.',
  'said.text.The log has the reason.': 'Der Grund steht im Protokoll.',
  'said.text.Nothing was sent, since this is a dry run.':
    'Es wurde nichts gesendet, denn das war nur ein Probelauf.',
  'said.text.{input} must not mix letters of alphabets that look alike in one word of the address.':
    '„{input}“ darf in einem Wort der Adresse keine Buchstaben verschiedener Alphabete mischen, die gleich aussehen.',
  'said.text.{input} must not be written in letters of another alphabet that read as Latin ones.':
    '„{input}“ darf nicht in Buchstaben eines anderen Alphabets geschrieben sein, die wie lateinische aussehen.',
  'said.text.{input} takes one line without control characters.':
    '„{input}“ ist eine einzelne Zeile ohne Steuerzeichen.',
  'said.text.The entry changes no subscription: the person is still {state}.':
    'Der Eintrag ändert keine Anmeldung: Für E-Mails an die Person bleibt alles, wie es ist.',
  'said.text.Change unsubscribed of the person where that is wrong.':
    'Melden Sie die Person ab oder an, wenn das nicht stimmt.',
  'said.text.add_tags or remove_tags must name a tag.':
    'Nennen Sie ein Tag, das vergeben oder entfernt wird.',
  'said.text.Add its file to the tree, or push without prune.':
    'Nehmen Sie die Datei dazu, oder übernehmen Sie, ohne zu löschen, was keine Datei hat.',
  'said.text.Nobody waits on a step of this flow, so leave out assume.':
    'Auf keinem Schritt dieses Ablaufs wird gewartet.',
  'said.if.At the start the run ends, and does not reach "{to}"':
    'Am Anfang endet der Durchlauf, ohne „{to}“ zu erreichen',
  'said.if.After "{from}" the run ends, and does not reach "{to}"':
    'Nach „{from}“ endet der Durchlauf, ohne „{to}“ zu erreichen',
  'said.if.At the start the run reaches "{came}", where none is expected':
    'Am Anfang erreicht der Durchlauf „{came}“, obwohl kein Schritt erwartet ist',
  'said.if.After "{from}" the run reaches "{came}", where none is expected':
    'Nach „{from}“ erreicht der Durchlauf „{came}“, obwohl kein Schritt mehr erwartet ist',
  'said.if.At the start the run reaches "{came}", not "{to}"':
    'Am Anfang erreicht der Durchlauf „{came}“ statt „{to}“',
  'said.if.After "{from}" the run reaches "{came}", not "{to}"':
    'Nach „{from}“ erreicht der Durchlauf „{came}“ statt „{to}“',
  'said.text.At the start the run ends, and does not reach "{to}".':
    'Am Anfang endet der Durchlauf, ohne „{to}“ zu erreichen.',
  'said.text.{when}: no run starts.': '{when}: Es beginnt kein Durchlauf.',
  'said.text.{when}: a step was skipped.': '{when}: Ein Schritt wurde übersprungen.',
  'said.text.{when}: it waits at "{last}".': '{when}: Er wartet bei „{last}“.',
  'said.text.{when}: "{last}" took "{branch}", since {seen}.':
    '{when}: „{last}“ nahm den Weg „{branch}“ ({seen}).',
  'said.seen.{when} is true for {actual}, {seen}': '{when}: erfüllt, gesehen {actual}; {seen}',
  'said.seen.{when} is false for {actual}, {seen}':
    '{when}: nicht erfüllt, gesehen {actual}; {seen}',
  'said.seen.{when} is true for {actual}': '{when}: erfüllt, gesehen {actual}',
  'said.seen.{when} is false for {actual}': '{when}: nicht erfüllt, gesehen {actual}',
  'said.text.{when}: "{last}" took "{arm}".': '{when}: „{last}“ nahm den Weg „{arm}“.',
  'said.text.After "{from}" the run ends, and does not reach "{to}".':
    'Nach „{from}“ endet der Durchlauf, ohne „{to}“ zu erreichen.',
  'said.text.At the start the run reaches "{came}", where none is expected.':
    'Am Anfang erreicht der Durchlauf „{came}“, obwohl kein Schritt erwartet ist.',
  'said.text.After "{from}" the run reaches "{came}", where none is expected.':
    'Nach „{from}“ erreicht der Durchlauf „{came}“, obwohl kein Schritt mehr erwartet ist.',
  'said.text.At the start the run reaches "{came}", not "{to}".':
    'Am Anfang erreicht der Durchlauf „{came}“ statt „{to}“.',
  'said.text.After "{from}" the run reaches "{came}", not "{to}".':
    'Nach „{from}“ erreicht der Durchlauf „{came}“ statt „{to}“.',
  'said.text.The run is {status} at the end, not {other_status}.':
    'Am Ende ist der Status des Durchlaufs „{status}“ statt „{other_status}“.',
  'said.text.No run starts.': 'Es beginnt kein Durchlauf.',
  'said.text."{handle}" is assumed about twice.': 'Zu „{handle}“ sind zwei Annahmen angegeben.',
  'said.text.Name a step on which people wait: {handles}.':
    'Nennen Sie einen Schritt, auf dem gewartet wird: {handles}.',
  'said.text.The definition has no step "{address}".':
    'Einen Schritt „{address}“ hat der Ablauf nicht.',
  'said.text."{address}" is a step {type}, and nobody waits on it.':
    '„{address}“ ist ein Schritt der Art {type}, und auf ihm wartet niemand.',
  'said.text."{address}" cannot run, so nobody waits on it: {reason}':
    '„{address}“ kann nicht laufen, also wartet niemand auf diesem Schritt: {reason}',
  'said.text.The outcome of the {noun} "{handle}" is {outcome}, not {other_outcome}, since it never expires.':
    'Bei „{handle}“ kann nur „{outcome}“ herauskommen, nicht „{other_outcome}“, denn dieses Warten läuft nie ab.',
  'said.text.The outcome of the {noun} "{handle}" is {outcome}, not {other_outcome}.':
    'Bei „{handle}“ kann nur „{outcome}“ herauskommen, nicht „{other_outcome}“.',
  'said.text.An event goes with the outcome met, not with {outcome}.':
    'Ein Ereignis gehört zum Ergebnis „eingetreten“, nicht zu „{outcome}“.',
  'said.text.Write "met".': 'Schreiben Sie "met" (eingetreten).',
  'said.text.Write "met" or "expired".':
    'Schreiben Sie "met" (eingetreten) oder "expired" (abgelaufen).',
  'said.text.Write "waited".': 'Schreiben Sie "waited" (gewartet).',
  'said.text.Write "succeeded" or "failed".':
    'Schreiben Sie "succeeded" (zugestellt) oder "failed" (nicht zugestellt).',
  'said.text.Leave out the event.': 'Lassen Sie das Ereignis weg.',
  'said.text.The gate "{handle}" waits for the event "{awaited}", not for "{event}".':
    '„{handle}“ wartet auf das Ereignis „{awaited}“, nicht auf „{event}“.',
  'said.text.These details do not match what the gate "{handle}" waits for.':
    'Diese Einzelheiten passen nicht zu dem, worauf „{handle}“ wartet.',
  'said.text.Send details that satisfy "match".':
    'Geben Sie Einzelheiten an, die „match“ erfüllen.',
  'said.text.The wait on "{handle}" ends at {time} at the earliest.':
    'Das Warten auf „{handle}“ endet frühestens am {time}.',
  'said.text.The wait on "{handle}" ends at {time} at the latest.':
    'Das Warten auf „{handle}“ endet spätestens am {time}.',
  'said.text.Send that time, or leave out at.': 'Geben Sie diese Zeit an, oder lassen Sie sie weg.',
  'said.text.The people before it are tagged.': 'Die Personen davor haben ihre Tags.',
  'said.if.the setting "{name}"': 'Stellwert „{name}“',
  'said.if.1 minute': '1 Minute',
  'said.if.{n} minutes': '{n} Minuten',
  'said.if.1 hour': '1 Stunde',
  'said.if.{n} hours': '{n} Stunden',
  'said.if.1 day': '1 Tag',
  'said.if.{n} days': '{n} Tage',
  'said.text.If {when}': 'Wenn: {when}',
  'said.text.Wait {duration}': 'Wartet {duration}',
  'said.text.Wait until {time} on {weekdays}, by the clock of the person':
    'Wartet bis {time} am nächsten dieser Tage: {weekdays}; nach der Uhr der Person',
  'said.text.Wait until {time} on {weekdays}, by the clock of the account':
    'Wartet bis {time} am nächsten dieser Tage: {weekdays}; nach der Uhr des Kontos',
  'said.weekday.Sunday': 'Sonntag',
  'said.weekday.Monday': 'Montag',
  'said.weekday.Tuesday': 'Dienstag',
  'said.weekday.Wednesday': 'Mittwoch',
  'said.weekday.Thursday': 'Donnerstag',
  'said.weekday.Friday': 'Freitag',
  'said.weekday.Saturday': 'Samstag',
  'said.text.Wait until {time}, by the clock of the person':
    'Wartet bis {time}, nach der Uhr der Person',
  'said.text.Wait until {time}, by the clock of the account':
    'Wartet bis {time}, nach der Uhr des Kontos',
  'said.text.Wait until {duration} before the date in "{field}"':
    'Wartet bis zu dieser Zeit vor dem Datum in „{field}“: {duration}',
  'said.text.Wait until {duration} after the date in "{field}"':
    'Wartet bis zu dieser Zeit nach dem Datum in „{field}“: {duration}',
  'said.text.Wait for the event "{event}" with matching details, {duration} at most':
    'Wartet auf das Ereignis „{event}“ mit passenden Einzelheiten, höchstens {duration}',
  'said.text.Wait for the event "{event}", {duration} at most':
    'Wartet auf das Ereignis „{event}“, höchstens {duration}',
  'said.text.Wait for the event "{event}" with matching details':
    'Wartet auf das Ereignis „{event}“ mit passenden Einzelheiten',
  'said.text.Wait for the event "{event}"': 'Wartet auf das Ereignis „{event}“',
  'said.text.Wait for the person to match: {when}, {duration} at most':
    'Wartet, bis dies gilt: {when}; höchstens {duration}',
  'said.text.Wait for the person to match: {when}': 'Wartet, bis dies gilt: {when}',
  'said.text.Split: {shares}': 'Teilt auf: {shares}',
  'said.holdout': 'Kontrollgruppe',
  'said.text.Record the event "{event}"': 'Löst das Ereignis „{event}“ aus',
  'said.text.Call the webhook endpoint {endpoint}, and wait {duration} at most':
    'Ruft den Endpunkt {endpoint} auf und wartet höchstens {duration}',
  'said.text.Call the webhook endpoint {endpoint}': 'Ruft den Endpunkt {endpoint} auf',
  'said.text.Send email {id}, "{title}"': 'Sendet die E-Mail „{title}“',
  'said.text.Send email {id}': 'Sendet die E-Mail {id}',
  'said.text.{given} is no known status.': 'Den Status {given} gibt es nicht.',
  'said.text.{path} cannot be kept: {reason}': '{path} lässt sich nicht speichern: {reason}',
  'said.text.{address} is not among the addresses of the token that you use: {list}.':
    '{address} gehört nicht zu den Adressen des Tokens, das Sie benutzen: {list}.',
  'said.text.{input} is missing.': '„{input}“ fehlt.',
  'said.text.{host} leads to {address}, to which deliveries may not go.':
    '{host} führt zu {address}; dorthin darf nichts zugestellt werden.',
  'said.text.{host} has no address.': '{host} hat keine Adresse.',
  'said.text.{address} gets no mail: {reason}.': '{address} bekommt keine E-Mails: {reason}.',
  'said.text.{n} people are partway through sequence {id}.':
    '{n} Personen sind mitten in der Sequenz {id}.',
  'said.text.{target} is no target.': '{target} ist kein Ziel.',
  'said.text.{target} names no type.': '{target} nennt keine Art.',
  'said.text.{location} would break: {what}': '{location} würde nicht mehr funktionieren: {what}',
  'said.text.Add {location} to the file.': 'Ergänzen Sie in der Datei {location}.',
  'said.text.Shorten {location}.': 'Kürzen Sie {location}.',
  'said.text.Write a value as {location}.': 'Geben Sie bei {location} einen Wert an.',
  'said.text.Change the value of {location}, or remove it.':
    'Ändern Sie den Wert von {location}, oder entfernen Sie ihn.',
  'said.text.{path} is the same record: "{key}".': '{path} ist derselbe Eintrag: „{key}“.',
  'said.text.{path} is the same record: {id}.': '{path} ist derselbe Eintrag: {id}.',
  'said.if.(unreadable condition)': '(unlesbare Bedingung)',
  'said.if.(empty group)': '(leere Gruppe)',
  'said.if.(unknown condition "{name}")': '(unbekannte Bedingung „{name}“)',
  'said.if.(unreadable duration)': '(unlesbare Dauer)',
  'said.starts.On {event} with matching details': 'Bei {event} mit passenden Einzelheiten',
  'said.starts.No event chosen': 'Kein Ereignis gewählt',
  'said.starts.On a date, not complete yet': 'An einem Datum, noch unvollständig',
  'said.starts.On the date in {field}, each year, at {time} by the clock of the person':
    'Am Datum in {field}, jedes Jahr, um {time} nach der Uhr der Person',
  'said.starts.On the date in {field}, each year, at {time}':
    'Am Datum in {field}, jedes Jahr, um {time}',
  'said.starts.On the date in {field}, at {time} by the clock of the person':
    'Am Datum in {field}, um {time} nach der Uhr der Person',
  'said.starts.On the date in {field}, at {time}': 'Am Datum in {field}, um {time}',
  'said.starts.On the day {product} ({interval}) renews, at {time}':
    'Am Tag, an dem sich {product} ({interval}) verlängert, um {time}',
  'said.starts.{duration} before the date in {field}, each year, at {time} by the clock of the person':
    '{duration} vor dem Datum in {field}, jedes Jahr, um {time} nach der Uhr der Person',
  'said.starts.{duration} before the date in {field}, each year, at {time}':
    '{duration} vor dem Datum in {field}, jedes Jahr, um {time}',
  'said.starts.{duration} before the date in {field}, at {time} by the clock of the person':
    '{duration} vor dem Datum in {field}, um {time} nach der Uhr der Person',
  'said.starts.{duration} before the date in {field}, at {time}':
    '{duration} vor dem Datum in {field}, um {time}',
  'said.starts.{duration} after the date in {field}, each year, at {time} by the clock of the person':
    '{duration} nach dem Datum in {field}, jedes Jahr, um {time} nach der Uhr der Person',
  'said.starts.{duration} after the date in {field}, each year, at {time}':
    '{duration} nach dem Datum in {field}, jedes Jahr, um {time}',
  'said.starts.{duration} after the date in {field}, at {time} by the clock of the person':
    '{duration} nach dem Datum in {field}, um {time} nach der Uhr der Person',
  'said.starts.{duration} after the date in {field}, at {time}':
    '{duration} nach dem Datum in {field}, um {time}',
  'said.starts.{duration} before {product} ({interval}) renews, at {time}':
    '{duration}, bevor sich {product} ({interval}) verlängert, um {time}',
  'said.starts.Before a renewal, not complete yet': 'Vor einer Verlängerung, noch unvollständig',
  'said.starts.By a schedule, not complete yet': 'Nach einem Zeitplan, noch unvollständig',
  'said.starts.For everybody in {segment}, {rule}': 'Für alle in {segment}, {rule}',
  'said.starts.On a segment, not complete yet': 'Bei einem Segment, noch unvollständig',
  'said.starts.When somebody enters the segment {segment}':
    'Wenn jemand in das Segment {segment} kommt',
  'said.starts.When somebody leaves the segment {segment}':
    'Wenn jemand das Segment {segment} verlässt',
  'said.starts.Unknown trigger {given}': 'Unbekannter Auslöser: {given}',
  'said.starts.On {event}': 'Bei {event}',
  'said.target.the event "{event}" with matching details, within {duration}':
    'das Ereignis „{event}“ mit passenden Einzelheiten, Frist: {duration}',
  'said.target.the event "{event}", within {duration}': 'das Ereignis „{event}“, Frist: {duration}',
  'said.target.the event "{event}" with matching details':
    'das Ereignis „{event}“ mit passenden Einzelheiten',
  'said.target.the event "{event}"': 'das Ereignis „{event}“',
  'said.target.the person matches: {when}, within {duration}':
    'diese Bedingung gilt: {when}; Frist: {duration}',
  'said.target.the person matches: {when}': 'diese Bedingung gilt: {when}',
  'said.yaml.An alias node must not specify any properties':
    'Ein Verweis hat keine weiteren Angaben',
  'said.yaml.Alias cannot be an empty string': 'Ein Verweis braucht einen Namen',
  'said.yaml.Anchor cannot be an empty string': 'Ein Anker braucht einen Namen',
  'said.yaml.Invalid escape sequence {text}': 'Die Zeichenfolge {text} gibt es nicht',
  'said.yaml.All sequence items must start at the same column':
    'Alle Einträge einer Liste beginnen in derselben Spalte',
  'said.yaml.All mapping items must start at the same column':
    'Alle Einträge eines Objekts beginnen in derselben Spalte',
  'said.yaml.Plain value cannot start with {text}':
    'Ein Wert ohne Anführungszeichen beginnt nicht mit {text}',
  'said.yaml.A block sequence may not be used as an implicit map key':
    'Eine Liste kann kein Schlüssel sein',
  'said.yaml.Nested mappings are not allowed in compact mappings':
    'In einer Zeile steht nur ein Schlüssel mit seinem Wert',
  'said.yaml.Map keys must be unique': 'Ein Schlüssel steht zweimal da',
  'said.yaml.Block scalar header not found': 'Der Beginn eines mehrzeiligen Textes fehlt',
  'said.yaml.Comments must be separated from other tokens by white space characters':
    'Vor einem Kommentar steht ein Leerzeichen',
  'said.yaml.Implicit map keys need to be followed by map values':
    'Hinter einem Schlüssel stehen ein Doppelpunkt und sein Wert',
  'said.yaml.Implicit keys need to be on a single line': 'Ein Schlüssel steht in einer Zeile',
  'said.yaml.Implicit keys of flow sequence pairs need to be on a single line':
    'Ein Schlüssel steht in einer Zeile',
  'said.yaml.Missing closing {text}': 'Am Ende fehlt {text}',
  'said.yaml.Missing directives-end/doc-start indicator line':
    'Eine Zeile aus drei Bindestrichen fehlt',
  'said.yaml.Missing directives-end indicator line': 'Eine Zeile aus drei Bindestrichen fehlt',
  'said.yaml.Sequence item without - indicator': 'Vor dem Eintrag einer Liste fehlt „-“',
  'said.yaml.Missing , between {what} items': 'Zwischen zwei Einträgen fehlt ein Komma',
  'said.yaml.Missing , or : between {what} items':
    'Zwischen zwei Einträgen fehlt ein Komma oder ein Doppelpunkt',
  'said.yaml.Missing space after : in {what}': 'Nach dem Doppelpunkt fehlt ein Leerzeichen',
  'said.yaml.A node can have at most one anchor': 'Ein Wert hat höchstens einen Anker',
  'said.yaml.A node can have at most one tag': 'Ein Wert hat höchstens eine Art',
  'said.yaml.Tabs are not allowed as indentation':
    'Eingerückt wird mit Leerzeichen, nicht mit Tabulatoren',
  'said.yaml.Unresolved tag: {text}': 'Die Art {text} gibt es nicht',
  'said.yaml.Block scalar header includes extra characters: {text}':
    'Hinter dem Beginn eines mehrzeiligen Textes steht noch etwas: {text}',
  'said.yaml.Unexpected scalar at node end': 'Hinter dem Ende des Wertes steht noch Text',
  'said.yaml.Unexpected {text} at node end': 'Hinter dem Ende des Wertes steht noch etwas ({text})',
  'said.yaml.Unexpected {text} token': 'Das geht hier nicht: {text}',
  'said.yaml.Unexpected {text} in {what}': 'Das geht hier nicht: {text}',
  'said.yaml.Unexpected empty item in {what}': 'Ein Eintrag ist leer',
  'said.yaml.A key has to be one word or a text in quotes':
    'Ein Schlüssel ist ein Wort oder ein Text in Anführungszeichen',
  'said.yaml.A value of this kind is not read here': 'Ein Wert dieser Art wird hier nicht gelesen',
  'said.yaml.a second document begins here': 'hier beginnt ein zweites Dokument',
  'said.money.no whole number of cents': 'keine ganze Zahl von Cent',
  'said.money.less than 0': 'weniger als 0',
  'said.money.more than {n}': 'mehr als {n}',
  'said.money.no id': 'keine Kennung',
  'said.money.no name of a product': 'kein Name eines Produkts',
  'said.money.no interval': 'kein Zeitraum',
  'said.money.no code of a currency': 'kein Kürzel einer Währung',
  'said.money.no ISO 8601 timestamp': 'kein Zeitpunkt nach ISO 8601',
  'said.money.no true or false': 'weder wahr noch falsch',
  'said.money.it is left out': 'der Wert wird weggelassen',
  'said.money.the purchase counts with an amount of 0': 'der Kauf zählt mit dem Betrag 0',
  'said.money.no payment is counted': 'es wird keine Zahlung gezählt',
  'said.money.no refund is counted': 'es wird keine Erstattung gezählt',
  'said.change.trigger changed: {start}: its details changed':
    'Auslöser geändert: {start}, Einzelheiten anders',
  'said.change.Goal "{goal}": {goal_target}: its details changed':
    'Ziel „{goal}“: {goal_target}, Einzelheiten anders',
  'said.change.the run continues: its details changed':
    'der Durchlauf geht weiter, Einzelheiten anders',
  'said.change.trigger changed: {start} → {other_start}':
    'Auslöser geändert: {start} → {other_start}',
  'said.change.Goal "{goal}": {goal_target}': 'Ziel „{goal}“: {goal_target}',
  'said.change.the run continues': 'der Durchlauf geht weiter',
  'said.change.definition changed': 'Definition geändert',
  'said.change.On the server, and not among what was pulled; it stays as it is':
    'Auf dem Server, aber nicht unter dem Abgerufenen; bleibt, wie es ist',
  'said.change.Changed on the server since the pull; it stays as it is':
    'Seit dem Abruf auf dem Server geändert; bleibt, wie es ist',
  'said.change.Archived since the pull; it stays as it is':
    'Seit dem Abruf archiviert; bleibt, wie es ist',
  'said.change.Removed since the pull; it stays as it is':
    'Seit dem Abruf gelöscht; bleibt, wie es ist',
  'said.text.{n} steps come after an exit_flow and never run.':
    'Nach „Ablauf verlassen“ kommen noch {n} Schritte, die nie laufen.',
  'said.text.{n} steps come after a branch that nobody leaves and never run.':
    'Nach einer Verzweigung, die niemand verlässt, kommen noch {n} Schritte, die nie laufen.',
  'said.text.{n} more errors are not listed.': '{n} weitere Fehler sind nicht aufgeführt.',
  'said.text.{n} more warnings are not listed.': '{n} weitere Warnungen sind nicht aufgeführt.',
  'said.text.{code} takes exactly one of {list}; it has none.':
    'Der Schritt „{code}“ braucht genau eines von {list}; er hat keines.',
  'said.text.{code} takes exactly one of {list}, not {one} and {other}.':
    'Der Schritt „{code}“ braucht genau eines von {list}, nicht {one} und {other}.',
  'said.text.{code} makes no new email here.': '{code} legt hier keine neue E-Mail an.',
  'said.text.Make the email with create_email, and write its id as "email_id".':
    'Legen Sie die E-Mail zuerst an, und schreiben Sie ihre ID als „email_id“.',
  'said.text.Write "event": {"name": {given}}.': 'Schreiben Sie „event“: {"name": {given}}.',
  'said.text.{code} does not read the key {given}.':
    'Der Schritt „{code}“ liest die Angabe {given} nicht.',
  'said.text.{code} has no "{name}"; a split has them.':
    'Der Schritt „{code}“ hat keine „{name}“; die hat eine Aufteilung.',
  'said.text.{code} has no arm "{name}".': 'Der Schritt „{code}“ hat keinen Weg „{name}“.',
  'said.text.{address} cannot be read: {reason}.': '{address} lässt sich nicht lesen: {reason}.',
  'said.variable.person.id': 'Nummer der Person.',
  'said.variable.person.email': 'Adresse der Person.',
  'said.variable.person.first_name': 'Vorname; leer, wenn unbekannt.',
  'said.variable.person.last_name': 'Nachname; leer, wenn unbekannt.',
  'said.variable.person.timezone': 'Zeitzone der IANA; leer, wenn unbekannt.',
  'said.variable.person.tags': 'Tags, etwa {% if person.tags contains "vip" %}.',
  'said.variable.event.name': 'Name des Ereignisses, das den Durchlauf begann.',
  'said.variable.event.details.*': 'Einzelheit dieses Ereignisses, etwa event.details.plan.',
  'said.variable.automation.subscription.external_id':
    'Bei Verlängerungen: Kennung beim Verkäufer.',
  'said.variable.automation.subscription.product': 'Bei Verlängerungen: Schlüssel des Produkts.',
  'said.variable.automation.subscription.interval': 'Bei Verlängerungen: monthly oder yearly.',
  'said.variable.automation.subscription.status': 'Bei Verlängerungen: Status des Abonnements.',
  'said.variable.automation.subscription.renewal_amount_cents':
    'Bei Verlängerungen: Betrag in Cent; der Filter money_without_currency schreibt ihn als 12.00.',
  'said.variable.automation.subscription.currency': 'Bei Verlängerungen: seine Währung, etwa EUR.',
  'said.variable.automation.subscription.next_renewal_at':
    'Bei Verlängerungen: wann es sich verlängert.',
  'said.variable.automation.subscription.started_at': 'Bei Verlängerungen: wann es begann.',
  'said.variable.automation.subscription.ended_at': 'Bei Verlängerungen: wann es endete.',
  'said.variable.automation.subscription.cancel_at_period_end':
    'Bei Verlängerungen: ob es endet, statt sich zu verlängern.',
  'said.variable.automation.target_at': 'Bei Verlängerungen: wann die Erinnerung fällig ist.',
  'said.variable.automation.days_before': 'Bei Verlängerungen: Tage vor der Verlängerung.',
  'said.variable.automation.renewal_date':
    'Bei Verlängerungen: Tag der Verlängerung, JJJJ-MM-TT in der Zone des Auslösers.',
  'said.variable.automation.renewal_at':
    'Bei Verlängerungen: wann es sich verlängert, in der Zone des Auslösers mit ihrem Abstand.',
  'said.variable.automation.renewal_timezone': 'Bei Verlängerungen: Zone des Auslösers.',
  'said.variable.unsubscribe_url': 'Signierter Link dieser Person zum Abmelden.',
  'said.variable.preferences_url':
    'Dieselbe Seite, bei den Schaltern geöffnet, wenn es welche gibt.',
  'said.variable.confirm_url':
    'Link zum Bestätigen einer Anmeldung; nur in der E-Mail eines Formulars.',
  'said.variable.mailing_address':
    'Postanschrift des Absenders; leer, bis sie gesetzt werden kann.',
  'said.variable.account.name': 'Name des Kontos.',
  'said.variable.account.timezone': 'Zeitzone des Kontos.',
  'said.variable.email.subject': 'Betreff dieser E-Mail, ausgefüllt.',
  'said.variable.email.pre_header': 'Vorschautext dieser E-Mail, ausgefüllt.',
  'said.variable.unsubscribe_text': 'Sein Text in der Sprache der Mail.',
  'said.variable.preferences_text': 'Dasselbe für den Link zu den Einstellungen.',
  'said.variable.email.language':
    'Sprache der Übersetzung, die gesendet wird, zum Beispiel de; leer bei den eigenen Worten der E-Mail.',
  'said.variable.pre_header': 'Dasselbe wie email.pre_header.',
  'said.variable.now': 'Der Augenblick des Sendens; {{ now | date: "%Y" }} ist das Jahr.',
  'said.filter.default': 'x | default: "da", wenn x fehlt, leer oder falsch ist; allow_false: true',
  'said.filter.css_value':
    'in CSS, bei jeder Ausgabe von selbst: Geschrieben wird nur, was ein einzelner Wert sein kann.',
  'said.filter.json_value':
    'in application/ld+json, bei jeder Ausgabe von selbst: Geschrieben wird, was ein Text dort enthalten kann.',
  'said.filter.date':
    'date: "%d.%m.%Y", "Europe/Berlin"; "now" | date ist der Augenblick des Sendens',
  'said.filter.money_without_currency': 'Cent als Betrag: 2400 ist 24.00',
  'said.filter.upcase': 'GROSSBUCHSTABEN',
  'said.filter.downcase': 'kleinbuchstaben',
  'said.filter.capitalize': 'erster Buchstabe groß',
  'said.filter.append': 'append: Text dahinter',
  'said.filter.prepend': 'prepend: Text davor',
  'said.filter.replace': 'replace: alt, neu überall',
  'said.filter.replace_first': 'nur das erste',
  'said.filter.replace_last': 'nur das letzte',
  'said.filter.remove': 'remove: Text überall',
  'said.filter.remove_first': 'nur das erste',
  'said.filter.remove_last': 'nur das letzte',
  'said.filter.strip': 'ohne Leerzeichen außen',
  'said.filter.lstrip': 'ohne Leerzeichen davor',
  'said.filter.rstrip': 'ohne Leerzeichen dahinter',
  'said.filter.squish': 'einzelne Leerzeichen, keine außen',
  'said.filter.normalize_whitespace': 'einzelne Leerzeichen',
  'said.filter.strip_newlines': 'ohne Zeilenenden',
  'said.filter.strip_html': 'ohne HTML',
  'said.filter.newline_to_br': 'Zeilenenden als <br>',
  'said.filter.truncate': 'truncate: 20, "…" Zeichen',
  'said.filter.truncatewords': 'truncatewords: 5 Wörter',
  'said.filter.number_of_words': 'Zahl der Wörter',
  'said.filter.slice': 'slice: Anfang, Länge',
  'said.filter.split': 'split: "," in eine Liste',
  'said.filter.slugify': 'für-eine-adresse',
  'said.filter.escape': 'ohne Wirkung: Ausgaben sind schon maskiert',
  'said.filter.h': 'dasselbe',
  'said.filter.xml_escape': 'dasselbe',
  'said.filter.escape_once': 'lässt HTML-Zeichen wie &amp; stehen',
  'said.filter.url_encode': 'für eine Abfrage',
  'said.filter.url_decode': 'zurück',
  'said.filter.cgi_escape': 'wie url_encode',
  'said.filter.uri_escape': 'für eine ganze Adresse',
  'said.filter.base64_encode': 'in Base64',
  'said.filter.base64_decode': 'zurück',
  'said.filter.json': 'als JSON',
  'said.filter.jsonify': 'dasselbe',
  'said.filter.plus': 'plus: 1',
  'said.filter.minus': 'minus: 1',
  'said.filter.times': 'times: 2',
  'said.filter.divided_by': 'divided_by: 2; divided_by: 2, true lässt den Rest weg',
  'said.filter.modulo': 'Rest einer Teilung',
  'said.filter.round': 'round: Nachkommastellen',
  'said.filter.ceil': 'aufrunden',
  'said.filter.floor': 'abrunden',
  'said.filter.abs': 'ohne Vorzeichen',
  'said.filter.at_least': 'at_least: 1',
  'said.filter.at_most': 'at_most: 9',
  'said.filter.to_integer': 'Text als Zahl',
  'said.filter.size': 'Länge eines Textes oder einer Liste',
  'said.filter.first': 'das erste einer Liste',
  'said.filter.last': 'das letzte einer Liste',
  'said.filter.join': 'join: ", "',
  'said.filter.array_to_sentence_string':
    'a, b, and c; mit array_to_sentence_string: "und" steht „und“ dort',
  'said.filter.reverse': 'eine Liste rückwärts',
  'said.filter.sort': 'sort: "key"',
  'said.filter.sort_natural': 'ohne Rücksicht auf Groß- und Kleinschreibung',
  'said.filter.uniq': 'ohne Wiederholungen',
  'said.filter.compact': 'ohne leere Einträge',
  'said.filter.map': 'map: "key" von jedem',
  'said.filter.where': 'where: "key", Wert behält diese',
  'said.filter.reject': 'lässt diese weg',
  'said.filter.find': 'das erste davon',
  'said.filter.find_index': 'seine Stelle',
  'said.filter.has': 'ob es eines gibt',
  'said.filter.group_by': 'group_by: "key" in name, items',
  'said.filter.sum': 'sum: "key"',
  'said.filter.concat': 'concat: Liste',
  'said.filter.push': 'push: Eintrag',
  'said.filter.unshift': 'Eintrag vorn',
  'said.filter.pop': 'ohne das letzte',
  'said.filter.shift': 'ohne das erste',
  'said.filter.where_exp': 'where_exp: "i", "i.price > 5"; ebenso die fünf folgenden',
  'said.filter.reject_exp': 'lässt weg',
  'said.filter.find_exp': 'das erste',
  'said.filter.find_index_exp': 'seine Stelle',
  'said.filter.has_exp': 'ob es eines gibt',
  'said.filter.group_by_exp': 'nach einem Ausdruck',
  'said.tag.if': '{% if a == b and c contains "d" %} {% elsif e != blank %} {% else %} {% endif %}',
  'said.tag.unless': '{% unless a %} {% endunless %}: wenn nicht',
  'said.tag.case': '{% case a %}{% when "b", "c" %} {% else %} {% endcase %}',
  'said.tag.for':
    '{% for i in liste limit: 3 %} {{ forloop.index }} {% else %} {% endfor %}; else, wenn sie leer ist',
  'said.tag.break': '{% break %} beendet die Schleife',
  'said.tag.continue': '{% continue %} geht zum nächsten',
  'said.tag.cycle': '{% cycle "a", "b" %} wechselt in einer Schleife ab',
  'said.tag.assign': '{% assign a = b | upcase %} benennt einen Wert',
  'said.tag.capture': '{% capture a %} {% endcapture %} benennt, was darin steht',
  'said.tag.echo': '{% echo a %} ist {{ a }}',
  'said.tag.liquid': '{% liquid … %}: mehrere Befehle, je Zeile einer, ohne Klammern',
  'said.tag.raw': '{% raw %} {% endraw %}: Klammern bleiben Klammern',
  'said.tag.comment': '{% comment %} {% endcomment %}: wird nicht gesendet',
  'said.tag.#': '{% # Notiz %}: wird nicht gesendet',
  'said.tag.button':
    '{% button label:"Öffnen" url:"https://…" style:secondary %}; allein in seiner Zeile oder seinem Block',
  'said.tag.component':
    '{% component "key" name:"Text {{ value }}" other:person.first_name %}; darin gelten {{ name }} und die Werte der Mail, nichts, was außen benannt ist',
  'said.note.Rows to answer, 50 by default, 200 at most':
    'Zahl der Einträge: 50, wenn nichts angegeben ist, höchstens 200',
  'said.note.next_cursor of the page before': '„next_cursor“ der vorigen Seite',
  'said.note.Members of each row to answer, such as id,name; all by default':
    'Welche Angaben jedes Eintrags, etwa id,name; sonst alle',
  'said.note.id by default; a hyphen before it is descending':
    'Ohne Angabe nach der Nummer; mit Bindestrich davor absteigend',
  'said.note.-id by default; a hyphen before it is descending':
    'Ohne Angabe die neuesten zuerst; mit Bindestrich davor absteigend',
  'said.note.-number by default; a hyphen before it is descending':
    'Ohne Angabe die höchste Nummer zuerst; mit Bindestrich davor absteigend',
  'said.note.-at by default; a hyphen before it is descending':
    'Ohne Angabe das Neueste zuerst; mit Bindestrich davor absteigend',
  'said.note.key by default; a hyphen before it is descending':
    'Ohne Angabe nach dem Schlüssel; mit Bindestrich davor absteigend',
  'said.note.row by default; a hyphen before it is descending':
    'Ohne Angabe nach der Zeile; mit Bindestrich davor absteigend',
  'said.note.-occurred_at by default; a hyphen before it is descending':
    'Ohne Angabe das Neueste zuerst; mit Bindestrich davor absteigend',
  'said.note.first_seen by default; a hyphen before it is descending':
    'Ohne Angabe nach dem ersten Eintreten; mit Bindestrich davor absteigend',
  'said.note.Key or id': 'Schlüssel oder Nummer',
  'said.note.Key': 'Schlüssel',
  'said.note.Numeric id': 'Nummer',
  'said.note.Id of the import': 'Nummer des Imports',
  'said.note.Id of the tagging': 'Nummer der Änderung von Tags',
  'said.note.Records to answer too, in expanded: theme': 'Was dazu gezeigt wird: theme (Design)',
  'said.note.Records to answer too, in expanded: template':
    'Was dazu gezeigt wird: template (Layout)',
  'said.note.Records to answer too, in expanded: segment, email':
    'Was dazu gezeigt wird: segment (Segment), email (E-Mail)',
  'said.note.Records to answer too, in expanded: person, email':
    'Was dazu gezeigt wird: person (Person), email (E-Mail)',
  'said.note.Only emails in this layout': 'Nur E-Mails mit diesem Layout',
  'said.note.Only the email of this key': 'Nur die E-Mail mit diesem Schlüssel',
  'said.note.Only the layout of this key': 'Nur das Layout mit diesem Schlüssel',
  'said.note.Only the sequence of this key': 'Nur die Sequenz mit diesem Schlüssel',
  'said.note.What uses them: broadcasts, sequences, flows, flows_one_off':
    'Was sie verwendet: broadcasts (Rundschreiben), sequences (Sequenzen), flows (Abläufe), flows_one_off (einmalige Abläufe)',
  'said.note.Only revoked ones, or with false none of them; all when left out':
    'Nur widerrufene, oder mit „nein“ keine davon; ohne Angabe alle',
  'said.note.any of used_in (default), all or none':
    'In einem davon (ohne Angabe), in jedem oder in keinem',
  'said.note.Preview as anyone in this segment': 'Vorschau für irgendwen in diesem Segment',
  'said.note.Renewal flow to bind, with person_id':
    'Ablauf zu einer Verlängerung, dessen Werte gelten; mit einer Person',
  'said.note.What starts the flow that sends it': 'Was den Ablauf startet, der sie versendet',
  'said.note.Markdown with Liquid': 'Markdown mit Liquid',
  'said.note.A layout, theme or component as it is being edited, in place of the stored one':
    'Ein Layout, Design oder Baustein, wie er gerade bearbeitet wird, anstelle des gespeicherten',
  'said.note.In place of that of the person, such as de-AT':
    'Anstelle der Sprache der Person, etwa de-AT',
  'said.note.true: of its draft': 'Ja: vom Entwurf',
  'said.note.A date in the account timezone, or a timestamp; all there is if left out':
    'Ein Datum in der Zeitzone des Kontos oder ein Zeitpunkt; sonst alles',
  'said.note.A date, which is counted in, or a timestamp, which is not':
    'Ein Datum, das mitzählt, oder ein Zeitpunkt, der nicht mitzählt',
  'said.note.{trigger, nodes}: see describe_schema flow':
    'Auslöser und Schritte als JSON; die Form zeigt describe_schema unter flow',
  'said.note.Id or email address': 'Nummer oder E-Mail-Adresse',
  'said.note.What becomes of waits; step is a handle':
    'Was aus dem Warten wird; der Schritt mit Nummer und Kürzel',
  'said.note.Continue past all waits: a gate that nothing is assumed of expires, unless time alone opens it':
    'Über jedes Warten hinweg weitergehen: Wozu nichts angenommen ist, läuft ab, wenn nicht die Zeit allein es öffnet',
  'said.note.current or a version id': 'current (der jetzige Stand) oder die Nummer einer Version',
  'said.note.Rows of each list, by default 200':
    'Einträge jeder Liste; 200, wenn nichts angegeben ist',
  'said.note.Id, handle or Step ID': 'Nummer oder Kürzel des Schritts',
  'said.note.Any part of an address or a name; case and accents do not count':
    'Ein Teil einer Adresse oder eines Namens; Groß- und Kleinschreibung und Akzente zählen nicht',
  'said.note.Why they get no mail; none: those who get mail':
    'Warum sie keine E-Mails bekommen; „erhält E-Mails“: die anderen',
  'said.note.Exclusive, as updated_until': 'Dieser Zeitpunkt zählt nicht mit',
  'said.note.Also counts everybody who matches': 'Zählt auch alle, auf die es zutrifft',
  'said.note.Of the file of rows: that of the import':
    'Form der Datei mit den Zeilen; sonst die des Imports',
  'said.note.A condition, {"type": …} or a group; live for everybody':
    'Eine Bedingung als JSON, {"type": …} oder eine Gruppe',
  'said.note.ISO 8601, inclusive': 'Zeitpunkt nach ISO 8601, der mitzählt',
  'said.note.ISO 8601, exclusive': 'Zeitpunkt nach ISO 8601, der nicht mitzählt',
  'said.note.An ended one lists as list_sends does':
    'Ein beendeter Status zeigt dasselbe wie die Liste der Sendungen',
  'said.note.Only mail of this email': 'Nur Mails dieser E-Mail',
  'said.note.Of the flow, sequence or broadcast that source names':
    'Des Ablaufs, der Sequenz oder des Rundschreibens, das daneben gewählt ist',
  'said.note.Only what failed in the last so many hours':
    'Nur was in den letzten so vielen Stunden fehlschlug',
  'said.note.Only mail of this broadcast': 'Nur Mails dieses Rundschreibens',
  'said.note.Only mail of this flow, by key or id':
    'Nur Mails dieses Ablaufs, mit Schlüssel oder Nummer',
  'said.note.Only what ended, or is due, then or later':
    'Nur was dann oder später endete oder fällig ist',
  'said.note.Only what ended, or is due, then or before':
    'Nur was dann oder früher endete oder fällig ist',
  'said.note.First day, in the account timezone; 30 days in all if left out, 1100 at most':
    'Erster Tag, in der Zeitzone des Kontos; ohne Angabe 30 Tage, höchstens 1100',
  'said.note.Last day, counted in; today if left out':
    'Letzter Tag, der mitzählt; ohne Angabe heute',
  'said.note.What each row is of': 'Wovon jede Zeile ist',
  'said.note.Rows, 1100 by default and at most': 'Zeilen: ohne Angabe und höchstens 1100',
  'said.note.Days back from now, 30 if left out': 'Tage zurück von jetzt; ohne Angabe 30',
  'said.note.These files alone': 'Nur diese Dateien',
  'said.note.Without ids, for one tree and several instances':
    'Ohne Nummern, für dieselben Dateien in mehreren Installationen',
  'said.note.The whole tree: contents by path, flows/<key>.json and so on':
    'Alle Dateien: Inhalte nach Pfad, flows/<key>.json und so weiter',
  'said.note.base of the pull that the files are from; what changed since is not overwritten':
    '„base“ des Abrufs, von dem die Dateien sind; was seither geändert wurde, wird nicht überschrieben',
  'said.note.index when left out': 'Ohne Angabe die Übersicht',
  'said.note.e.g. steps if_else': 'etwa if_else bei den Schritten',
  'said.note.Such as emails or settings': 'etwa emails oder settings',
  'said.note.Id or key; with resource': 'Nummer oder Schlüssel; zusammen mit der Art',
  'said.note.Name of a token': 'Name eines Tokens',
  'said.note.Font stack of running text.': 'Schrift des laufenden Textes.',
  'said.note.Font stack of headlines. Blank means that headlines use the body font.':
    'Schrift der Überschriften. Leer: die Schrift des Textes.',
  'said.note.Behind everything.': 'Hinter allem.',
  'said.note.Behind the content area.': 'Hinter dem Inhalt.',
  'said.note.Text of headings.': 'Text von Überschriften.',
  'said.note.Running text.': 'Laufender Text.',
  'said.note.Footer and quoted text.': 'Fußzeile und Zitate.',
  'said.note.Text of links.': 'Text von Links.',
  'said.note.Horizontal rules.': 'Waagerechte Linien.',
  'said.note.Border around the content area.': 'Rand um den Inhalt.',
  'said.note.Background of primary buttons.': 'Hintergrund des Hauptknopfs.',
  'said.note.Label of primary buttons.': 'Beschriftung des Hauptknopfs.',
  'said.note.Background of secondary buttons.': 'Hintergrund des zweiten Knopfs.',
  'said.note.Label of secondary buttons.': 'Beschriftung des zweiten Knopfs.',
  'said.note.Background of tertiary buttons.': 'Hintergrund des dritten Knopfs.',
  'said.note.Label of tertiary buttons.': 'Beschriftung des dritten Knopfs.',
  'said.note.Radius of button corners.': 'Rundung der Ecken von Knöpfen.',
  'said.note.Widest the content area gets.': 'Breiter wird der Inhalt nicht.',
  'said.note.Border around the content area; 0 for none.': 'Rand um den Inhalt; 0 für keinen.',
  'said.note.Radius of the corners of the content area.': 'Rundung der Ecken des Inhalts.',
  'said.note.Height of horizontal rules.': 'Höhe waagerechter Linien.',
  'said.note.Above the content.': 'Über dem Inhalt, innen.',
  'said.note.Left and right of the content.': 'Links und rechts des Inhalts, innen.',
  'said.note.Below the content.': 'Unter dem Inhalt, innen.',
  'said.note.Above the content area.': 'Über dem Inhalt, außen.',
  'said.note.Left and right of the content area.': 'Links und rechts des Inhalts, außen.',
  'said.note.Below the content area.': 'Unter dem Inhalt, außen.',
  'said.value.none': 'keine',
  'said.value.unset': 'nicht gesetzt',
  'said.value.nothing': 'nichts',
  'said.value.null': 'nichts',
  'said.change.{was} → {is}': '{was} → {is}',
  'said.change.New {kind}': 'Neu: {kind}',
  'said.change.New test': 'Neuer Test',
  'said.change.New draft with 1 step; activate it to start it':
    'Neuer Entwurf mit einem Schritt; aktivieren Sie ihn, damit er beginnt',
  'said.change.New draft with {n} steps; activate it to start it':
    'Neuer Entwurf mit {n} Schritten; aktivieren Sie ihn, damit er beginnt',
  'said.change.New, on, with {n} steps': 'Neu, eingeschaltet, mit {n} Schritten',
  'said.change.New, off, with {n} steps': 'Neu, ausgeschaltet, mit {n} Schritten',
  'said.change.New, on, with 1 step': 'Neu, eingeschaltet, mit einem Schritt',
  'said.change.New, off, with 1 step': 'Neu, ausgeschaltet, mit einem Schritt',
  'said.change.Brought back from the archive': 'Aus dem Archiv zurückgeholt',
  'said.change.It is archived': 'Wird archiviert',
  'said.change.It is deleted': 'Wird gelöscht',
  'said.change.Has no file; it stays as it is': 'Hat keine Datei und bleibt, wie es ist',
  'said.change.Cannot be read': 'Lässt sich nicht lesen',
  'said.change.{n} more': '{n} weitere',
  'said.change.steps: changed at {places}': 'Schritte: geändert bei {places}',
  'said.change.{handle} changed: {lines}': '{handle} geändert: {lines}',
  'said.change.{handle} added: {lines}': '{handle} hinzugefügt: {lines}',
  'said.change.{handle} removed: {lines}': '{handle} entfernt: {lines}',
  'said.change.{handle} moved: {lines}': '{handle} verschoben: {lines}',
  'said.change.{input}: the same lines in another order':
    '{input}: dieselben Zeilen in anderer Reihenfolge',
  'said.change.{input}: +{added} −{removed} lines': '{input}: +{added} −{removed} Zeilen',
  'said.change.{input}: +{added} −{removed} line': '{input}: +{added} −{removed} Zeile',
  'said.change.{input}: {before} → {after}': '{input}: {before} → {after}',
  'said.change.Renamed from "{from}" to "{to}"': 'Umbenannt von „{from}“ in „{to}“',
  'said.change.Changed: {names}': 'Geändert: {names}',
  'said.change.From {place}': 'Von {place}',
  'said.change.{what} → {reason}': '{what} → {reason}',
  'said.change.{input} changed': '{input} geändert',
  'said.kind.layout': 'Layout',
  'said.kind.layouts': 'Layouts',
  'said.kind.template': 'Layout',
  'said.kind.component': 'Baustein',
  'said.kind.components': 'Bausteine',
  'said.kind.email': 'E-Mail',
  'said.kind.emails': 'E-Mails',
  'said.kind.theme': 'Design',
  'said.kind.flow': 'Ablauf',
  'said.kind.guard': 'Sperre',
  'said.kind.segment': 'Segment',
  'said.kind.broadcast': 'Rundschreiben',
  'said.kind.sequence': 'Sequenz',
  'said.kind.form': 'Formular',
  'said.kind.field': 'Feld',
  'said.kind.product': 'Produkt',
  'said.kind.setting': 'Einstellung',
  'said.kind.queue': 'Warteschlange',
  'said.kind.send log': 'Versandprotokoll',
  'said.kind.message': 'Nachricht',
  'said.kind.profile': 'Profil',
  'said.kind.settings': 'Einstellungen',
  'said.problem.malformed_json': 'Was gesendet wurde, lässt sich nicht lesen.',
  'said.problem.unauthorized': 'Das Token fehlt, ist falsch oder wurde widerrufen.',
  'said.problem.token_expired': 'Das Token ist abgelaufen.',
  'said.problem.forbidden': 'Ihr Token darf das nicht.',
  'said.problem.address_not_allowed': 'Von dieser Adresse aus darf das Token nicht benutzt werden.',
  'said.problem.not_found': 'Das gibt es nicht oder nicht mehr.',
  'said.problem.cross_site': 'Eine andere Website hat das gesendet.',
  'said.problem.content_expired': 'Der Inhalt der Mail ist nicht aufbewahrt.',
  'said.problem.conflict': 'Der jetzige Stand lässt das nicht zu.',
  'said.problem.in_use': 'Das wird noch verwendet und bleibt deshalb.',
  'said.problem.people_on_steps': 'Auf Schritten, die wegfallen, sind noch Personen.',
  'said.problem.flow_test_failed': 'Tests des Ablaufs schlagen fehl.',
  'said.problem.changed_since': 'Der Eintrag wurde danach noch einmal geändert.',
  'said.problem.email_blank': 'Die E-Mail hat keinen Betreff oder keinen Text.',
  'said.problem.email_archived': 'Die E-Mail ist archiviert.',
  'said.problem.email_transactional': 'Die E-Mail ist transaktional und geht hier nicht.',
  'said.problem.recipient_suppressed': 'Jemand unter den Empfängern bekommt keine E-Mails.',
  'said.problem.revision_mismatch': 'Der Eintrag wurde geändert, seit Sie ihn gelesen haben.',
  'said.problem.confirmation_required': 'Dem muss zuerst ein Mensch zustimmen.',
  'said.problem.payload_too_large': 'Das ist zu viel auf einmal.',
  'said.problem.unsupported_media_type': 'Diese Art von Datei wird hier nicht angenommen.',
  'said.problem.validation_failed':
    'Etwas an den Angaben stimmt nicht; es wurde nichts gespeichert.',
  'said.problem.idempotency_key_reused':
    'Der Idempotenzschlüssel wurde schon für einen anderen Aufruf benutzt.',
  'said.problem.rate_limited': 'Zu viele Aufrufe in kurzer Zeit.',
  'said.problem.internal': 'Im Dienst ist ein Fehler aufgetreten; er steht im Protokoll.',
  'said.problem.unavailable': 'Der Dienst kann gerade nicht antworten.',
  'said.text.{what} It says: {excerpt}': '{what} Dort steht: {excerpt}',
  'said.text.{subject} is in use by {holders}, and broadcasts and sequences send marketing emails alone.':
    '{subject} wird noch verwendet ({holders}); Rundschreiben und Sequenzen versenden nur werbliche E-Mails.',
  'said.text.{subject} is in use by {holders}.': '{subject} wird noch verwendet: {holders}.',
  'said.text.It says: {excerpt}': 'Dort steht: {excerpt}',
  'said.or': ' oder ',
  'said.archived': ' (archiviert)',
  'said.did.created': '{record} angelegt',
  'said.did.upsert_person': 'Person {name} gespeichert',
  'said.did.upsert_people': 'Personen gespeichert',
  'said.did.update_person': 'Person {name} geändert',
  'said.did.delete_person': 'Person {name} gelöscht',
  'said.did.tag_person': 'Tag an Person {name} vergeben',
  'said.did.untag_person': 'Tag von Person {name} entfernt',
  'said.did.add_note': 'Notiz zur Person {name} hinzugefügt',
  'said.did.record_consent': 'Einwilligung der Person {name} erfasst',
  'said.did.export_person': 'Alles exportiert, was über Person {name} gespeichert ist',
  'said.did.export_people': 'Personen exportiert',
  'said.did.import_people': 'Personen importiert',
  'said.did.cancel_import': 'Import von Personen abgebrochen',
  'said.did.tag_people': 'Tags vieler Personen geändert',
  'said.did.cancel_tagging': 'Änderung von Tags abgebrochen',
  'said.did.send_test_email': 'Test der E-Mail {name} gesendet',
  'said.did.start_on_sequence': 'Sequenz {name} für Personen gestartet',
  'said.did.activate_flow': 'Ablauf {name} aktiviert',
  'said.did.pause_flow': 'Ablauf {name} pausiert',
  'said.did.save_flow_version': 'Version des Ablaufs {name} gespeichert',
  'said.did.embed_flow': 'Einbettung des Ablaufs {name} angelegt',
  'said.did.cancel_run': 'Eine Person aus einem Ablauf genommen',
  'said.did.move_run': 'Eine Person in einem Ablauf verschoben',
  'said.did.retry_run': 'Eine Person in einem Ablauf fortfahren lassen',
  'said.did.retry_parked_runs': 'Angehaltene Personen im Ablauf {name} fortfahren lassen',
  'said.did.move_parked_runs': 'Angehaltene Personen im Ablauf {name} verschoben',
  'said.did.send_message': 'Nachricht gesendet',
  'said.did.cancel_message': 'Nachricht abgebrochen',
  'said.did.record_event': 'Ereignis erfasst',
  'said.did.record_events': 'Ereignisse erfasst',
  'said.did.retry_send': 'Fehlgeschlagene Mail erneut gesendet',
  'said.did.dismiss_send': 'Ungewisse Mail abgeschlossen',
  'said.did.retry_failed_sends': 'Alle fehlgeschlagenen Mails erneut gesendet',
  'said.did.dismiss_uncertain_sends': 'Ungewisse Mails abgeschlossen',
  'said.did.hold_sending': 'Versand angehalten',
  'said.did.release_sending': 'Versand wieder freigegeben',
  'said.did.apply_definitions': 'Definitionsdateien übernommen',
  'said.did.create_token': 'Token {name} angelegt',
  'said.did.invite_operator': 'Zugang für {name} angelegt',
  'said.did.create_sign_in_link': 'Anmeldelink erzeugt',
  'said.did.revoke_token': 'Token {name} widerrufen',
  'said.did.revert_change': 'Eine Änderung rückgängig gemacht',
  'said.did.download_backup': 'Sicherung heruntergeladen',
  'said.did.record_backup': 'Sicherung angelegt',
  'said.did.load_example': 'Beispielfirma geladen',
  'said.did.remove_example': 'Beispielfirma entfernt',
  'said.did.move_clock': 'Testuhr gestellt',
  'said.did.rotate_webhook_secret': 'Neues Geheimnis für den Webhook-Endpunkt {name} erzeugt',
  'said.did.test_webhook_endpoint': 'Test an den Webhook-Endpunkt {name} gesendet',
  'said.did.replay_webhook_delivery': 'Webhook noch einmal zugestellt',
  'said.did.restore_email': 'E-Mail {name} zurückgeholt',
  'said.did.duplicate_email': 'E-Mail {name} als Kopie angelegt',
  'said.did.save_email_draft': 'Entwurf der E-Mail {name} gespeichert',
  'said.did.delete_email_draft': 'Entwurf der E-Mail {name} verworfen',
  'said.did.publish_email': 'E-Mail {name} veröffentlicht',
  'said.did.fork_email': 'Eigene Kopie der E-Mail {name} angelegt',
  'said.did.toggle_sequence': 'Sequenz {name} ein- oder ausgeschaltet',
  'said.did.add_sequence_step': 'Schritt zur Sequenz {name} hinzugefügt',
  'said.did.update_sequence_step': 'Schritt der Sequenz {name} geändert',
  'said.did.move_sequence_step': 'Schritt der Sequenz {name} verschoben',
  'said.did.replace_sequence_step_email': 'E-Mail eines Schritts der Sequenz {name} ersetzt',
  'said.did.delete_sequence_step': 'Schritt der Sequenz {name} gelöscht',
  'said.did.rollback_flow': 'Ablauf {name} zurückgesetzt',
  'said.did.save_flow_draft': 'Entwurf des Ablaufs {name} gespeichert',
  'said.did.delete_flow_draft': 'Entwurf des Ablaufs {name} verworfen',
  'said.did.publish_flow': 'Ablauf {name} veröffentlicht',
  'said.did.replace_broadcast_email': 'E-Mail des Rundschreibens {name} ersetzt',
  'said.did.schedule_broadcast': 'Rundschreiben {name} geplant',
  'said.did.unschedule_broadcast': 'Planung des Rundschreibens {name} aufgehoben',
  'said.did.send_broadcast_now': 'Rundschreiben {name} gesendet',
  'said.did.pause_broadcast': 'Rundschreiben {name} pausiert',
  'said.did.resume_broadcast': 'Rundschreiben {name} fortgesetzt',
  'said.did.cancel_broadcast': 'Rundschreiben {name} abgebrochen',
  'said.did.update_profile': 'Profil geändert',
  'said.did.update_settings': 'Einstellungen geändert',
  'said.did.finished': 'Rundschreiben {name} fertig gesendet',
  'said.did.began': 'Versand des Rundschreibens {name} begonnen',
  'said.did.create_theme': 'Design {name} angelegt',
  'said.did.update_theme': 'Design {name} geändert',
  'said.did.delete_theme': 'Design {name} gelöscht',
  'said.did.create_layout': 'Layout {name} angelegt',
  'said.did.update_layout': 'Layout {name} geändert',
  'said.did.delete_layout': 'Layout {name} gelöscht',
  'said.did.create_component': 'Baustein {name} angelegt',
  'said.did.update_component': 'Baustein {name} geändert',
  'said.did.delete_component': 'Baustein {name} gelöscht',
  'said.did.create_email': 'E-Mail {name} angelegt',
  'said.did.update_email': 'E-Mail {name} geändert',
  'said.did.delete_email': 'E-Mail {name} gelöscht',
  'said.did.create_sequence': 'Sequenz {name} angelegt',
  'said.did.update_sequence': 'Sequenz {name} geändert',
  'said.did.delete_sequence': 'Sequenz {name} gelöscht',
  'said.did.create_flow': 'Ablauf {name} angelegt',
  'said.did.update_flow': 'Ablauf {name} geändert',
  'said.did.delete_flow': 'Ablauf {name} gelöscht',
  'said.did.create_field': 'Feld {name} angelegt',
  'said.did.update_field': 'Feld {name} geändert',
  'said.did.delete_field': 'Feld {name} gelöscht',
  'said.did.create_broadcast': 'Rundschreiben {name} angelegt',
  'said.did.update_broadcast': 'Rundschreiben {name} geändert',
  'said.did.delete_broadcast': 'Rundschreiben {name} gelöscht',
  'said.did.create_segment': 'Segment {name} angelegt',
  'said.did.update_segment': 'Segment {name} geändert',
  'said.did.delete_segment': 'Segment {name} gelöscht',
  'said.did.create_guard': 'Sperre {name} angelegt',
  'said.did.update_guard': 'Sperre {name} geändert',
  'said.did.delete_guard': 'Sperre {name} gelöscht',
  'said.did.create_product': 'Produkt {name} angelegt',
  'said.did.update_product': 'Produkt {name} geändert',
  'said.did.delete_product': 'Produkt {name} gelöscht',
  'said.did.create_form': 'Formular {name} angelegt',
  'said.did.update_form': 'Formular {name} geändert',
  'said.did.delete_form': 'Formular {name} gelöscht',
  'said.did.create_webhook_endpoint': 'Webhook-Endpunkt {name} angelegt',
  'said.did.update_webhook_endpoint': 'Webhook-Endpunkt {name} geändert',
  'said.did.delete_webhook_endpoint': 'Webhook-Endpunkt {name} gelöscht',
  'said.quoted': '„{name}“',
  'said.andMore': ' und {n} weitere',
  'said.subject.nothing': 'nichts',
  'said.subject.a list': 'eine Liste',
  'said.subject.an object': 'ein Objekt',
  'said.subject.none': 'nichts',
  'said.subject.both': 'beides',
  'said.subject.date': 'Datum',
  'said.subject.number': 'Zahl',
  'said.subject.string': 'Text',
  'said.subject.boolean': 'Wahrheitswert',
  'said.text."type" is missing; the types are {types}, the groups {groups}.':
    'Die Art fehlt; es gibt die Arten {types} und die Gruppen {groups}.',
  'said.text.{given} is the group "{near}": it is the key of its members and has no type.':
    '{given} ist die Gruppe „{near}“: das Wort ist der Schlüssel vor ihren Mitgliedern und keine Art.',
  'said.text.{given} is a group: it is the key of its members and has no type.':
    '{given} ist eine Gruppe: das Wort ist der Schlüssel vor ihren Mitgliedern und keine Art.',
  'said.text.The condition type {given} does not exist; the types are {types}, the groups {groups}.':
    'Die Art {given} gibt es nicht; es gibt die Arten {types} und die Gruppen {groups}.',
  'said.text."type" is missing; the types are {types}.': 'Die Art fehlt; es gibt {types}.',
  'said.text.The step type {given} does not exist; the types are {types}.':
    'Die Art {given} gibt es nicht; es gibt {types}.',
  'said.text."op" is missing; the operators are {list}.': 'Der Vergleich fehlt; es gibt {list}.',
  'said.text.The operator {given} does not exist here; the operators are {list}.':
    'Den Vergleich {given} gibt es hier nicht; es gibt {list}.',
  'said.text.The operator {op} needs a value to compare with.':
    'Der Vergleich {op} braucht einen Wert.',
  'said.text.The operator {op} compares dates, and the field {field} is a {wanted}.':
    'Der Vergleich {op} gilt für ein Datum, und das Feld {field} ist: {wanted}.',
  'said.text.The field {field} is a {wanted}, so it never compares with {given}.':
    'Das Feld {field} ist: {wanted}. Mit {given} lässt es sich nicht vergleichen.',
  'said.text.The value is longer than {n} characters.': 'Der Wert ist länger als {n} Zeichen.',
  'said.text.The unit is one of {list}, not {given}.':
    'Die Einheit ist eine von {list}; angegeben ist {given}.',
  'said.text.The amount is a whole number from 0 to {max}, not {given}.':
    'Die Menge ist eine ganze Zahl von 0 bis {max}; angegeben ist {given}.',
  'said.text.No wait is longer than {n} days.': 'Kein Warten dauert länger als {n} Tage.',
  'said.text.A duration is an object such as {"amount": 3, "unit": "days"}, not {given}.':
    'Eine Dauer ist ein Objekt wie {"amount": 3, "unit": "days"}; angegeben ist {given}.',
  'said.text.Write {"amount": 3, "unit": "days"}.':
    'Schreiben Sie etwa {"amount": 3, "unit": "days"}.',
  'said.text."setting" is the name of a tunable, not {given}.':
    '„setting“ ist der Name eines Stellwerts; angegeben ist {given}.',
  'said.text."value" is a whole number of events from 0 to {max}, not {given}.':
    'Der Wert ist eine ganze Zahl von Ereignissen von 0 bis {max}; angegeben ist {given}.',
  'said.text."value" is a whole number of cents, not {given}.':
    'Der Wert ist eine ganze Zahl in Cent; angegeben ist {given}.',
  'said.text."value" is a date, as in 2026-01-31, not {given}.':
    'Der Wert ist ein Datum, etwa 2026-01-31; angegeben ist {given}.',
  'said.text."value" is an address or a part of one, text of 1 to {max} characters, not {given}.':
    'Der Wert ist eine Adresse oder ein Teil davon, Text mit 1 bis {max} Zeichen; angegeben ist {given}.',
  'said.text."emails" is a whole number from 1 to {max}, not {given}.':
    'Die Zahl der E-Mails ist eine ganze Zahl von 1 bis {max}; angegeben ist {given}.',
  'said.text."domains" is a list of 1 to {max} domains such as example.com, not {given}.':
    '„domains“ ist eine Liste von 1 bis {max} Domains wie example.com; angegeben ist {given}.',
  'said.text."{name}" is a whole number of days from 1 to {max}, not {given}.':
    '„{name}“ ist eine ganze Zahl von Tagen von 1 bis {max}; angegeben ist {given}.',
  'said.text.has_tag needs "tag": text of 1 to {max} characters, not {given}.':
    'Das Tag ist Text mit 1 bis {max} Zeichen; angegeben ist {given}.',
  'said.text.A tag is text of 1 to {max} characters, not {given}.':
    'Ein Tag ist Text mit 1 bis {max} Zeichen; angegeben ist {given}.',
  'said.text.There is no predicate {given}; there are {list}.':
    'Die Regel {given} gibt es nicht; es gibt {list}.',
  'said.text."name" is missing; there are {list}.': 'Der Name fehlt; es gibt {list}.',
  'said.text.The predicate {name} has no argument {given}; it takes {list}.':
    'Die Regel {name} hat keine Angabe {given}; sie nimmt {list}.',
  'said.text.The condition {name} has no key {given}; it takes {list}.':
    'Die Bedingung {name} hat keine Angabe {given}; sie nimmt {list}.',
  'said.text.A match has no key {given}; it takes {list}.':
    'Ein Vergleich von Einzelheiten hat keine Angabe {given}; er nimmt {list}.',
  'said.text.The trigger has no key {given}; it takes {list}.':
    'Der Auslöser hat keine Angabe {given}; er nimmt {list}.',
  'said.text.The trigger type {given} does not exist; there are {list}.':
    'Die Art {given} eines Auslösers gibt es nicht; es gibt {list}.',
  'said.text.There is no key {given} here; there are {list}.':
    'Die Angabe {given} gibt es hier nicht; es gibt {list}.',
  'said.text.A group has one key, and {given} is beside "{group}".':
    'Eine Gruppe hat einen Schlüssel, und {given} steht neben „{group}“.',
  'said.text.A flow has {n} steps at most, not {steps}.':
    'Ein Ablauf hat höchstens {n} Schritte, nicht {steps}.',
  'said.text.A flow has {n} tests at most.': 'Ein Ablauf hat höchstens {n} Tests.',
  'said.text.The tests of a flow take {n} characters at most.':
    'Die Tests eines Ablaufs haben zusammen höchstens {n} Zeichen.',
  'said.text.A name is text of up to {max} characters, not {given}.':
    'Ein Name ist Text mit höchstens {max} Zeichen; angegeben ist {given}.',
  'said.text.The name of an arm is text of 1 to {max} characters, not {given}.':
    'Der Name eines Weges ist Text mit 1 bis {max} Zeichen; angegeben ist {given}.',
  'said.text.A weight is a whole number from 0 to {max}, not {given}.':
    'Ein Gewicht ist eine ganze Zahl von 0 bis {max}; angegeben ist {given}.',
  'said.text.An id is a whole number from 1 to {max}, not {given}.':
    'Eine Nummer ist eine ganze Zahl von 1 bis {max}; angegeben ist {given}.',
  'said.text."arms" is a list of 2 to {max} arms, not {given}.':
    'Die Wege sind eine Liste mit 2 bis {max} Einträgen; angegeben ist {given}.',
  'said.text."local_time" is a time from 00:00 to 23:59, not {given}.':
    'Die Uhrzeit liegt zwischen 00:00 und 23:59; angegeben ist {given}.',
  'said.text."holdout" is true or false, not {given}.':
    '„holdout“ ist wahr oder falsch; angegeben ist {given}.',
  'said.text."expires_after" is a duration or "never", not {given}.':
    'Die Frist ist eine Dauer oder „never“; angegeben ist {given}.',
  'said.text."wait_for" takes exactly one of event and condition; it has {given}.':
    'Gewartet wird auf genau eines, ein Ereignis oder eine Bedingung; angegeben ist {given}.',
  'said.text.A goal takes exactly one of event and condition; it has {given}.':
    'Ein Ziel hat genau eines, ein Ereignis oder eine Bedingung; angegeben ist {given}.',
  'said.text.The trigger takes exactly one of days_before and days_after; it has {given}.':
    'Der Auslöser nimmt genau eines, Tage davor oder danach; angegeben ist {given}.',
  'said.text.A field takes text of up to {max} characters, a number, true, false or null, not {given}.':
    'Ein Feld nimmt Text mit höchstens {max} Zeichen, eine Zahl, wahr, falsch oder nichts; angegeben ist {given}.',
  'said.text.{input} must be text or a number.': '„{input}“ muss Text oder eine Zahl sein.',
  'said.text.{input} must be a string.': '„{input}“ muss Text sein.',
  'said.text.{input} must be a JSON object.': '„{input}“ muss ein Objekt sein.',
  'said.text.{input} must not contain control characters.':
    '„{input}“ darf keine Steuerzeichen enthalten.',
  'said.text.{input} must be a string, a number, a boolean or null.':
    '„{input}“ muss Text, eine Zahl, wahr oder falsch oder leer sein.',
  'said.text.{input} must be an array of strings.': '„{input}“ muss eine Liste von Texten sein.',
  'said.text.{input} may hold at most {n} fields.': '„{input}“ darf höchstens {n} Felder haben.',
  'said.text.{input} may hold at most {n} tags.': '„{input}“ darf höchstens {n} Tags haben.',
  'said.text.{input} may hold at most 1 entry.': '„{input}“ darf höchstens einen Eintrag haben.',
  'said.text.{input} is not a field key: use letters, digits, _ and -, {n} at most.':
    '„{input}“ ist kein Schlüssel eines Feldes: Er hat höchstens {n} Buchstaben, Ziffern, _ und -.',
  'said.text.{input} must be a time that has passed.':
    '„{input}“ muss in der Vergangenheit liegen.',
  'said.text.{input} must be an ISO 8601 timestamp, such as 2026-01-31T09:30:00Z.':
    '„{input}“ muss ein Zeitpunkt nach ISO 8601 sein, etwa 2026-01-31T09:30:00Z.',
  'said.text.{input} must be a date as YYYY-MM-DD.':
    '„{input}“ muss ein Datum der Form JJJJ-MM-TT sein.',
  'said.text.{input} must be an IANA time zone, such as Europe/Berlin.':
    '„{input}“ muss eine Zeitzone der IANA sein, etwa Europe/Berlin.',
  'said.text.{input} must be an IANA time zone, such as Europe/Lisbon.':
    '„{input}“ muss eine Zeitzone der IANA sein, etwa Europe/Lisbon.',
  'said.text.{input} must be one email address, such as ada@example.com.':
    '„{input}“ muss eine einzelne E-Mail-Adresse sein, etwa ada@example.com.',
  'said.text.{input} may be at most {n} bytes of JSON.':
    '„{input}“ darf höchstens {n} Bytes JSON sein.',
  'said.text.{input} must be a date as YYYY-MM-DD, as the field {field} is defined.':
    '„{input}“ muss ein Datum der Form JJJJ-MM-TT sein, wie das Feld {field} festgelegt ist.',
  'said.text.{input} must be a number, as the field {field} is defined.':
    '„{input}“ muss eine Zahl sein, wie das Feld {field} festgelegt ist.',
  'said.text.{input} must be a boolean, as the field {field} is defined.':
    '„{input}“ muss wahr oder falsch sein, wie das Feld {field} festgelegt ist.',
  'said.text.{input} must be a string, as the field {field} is defined.':
    '„{input}“ muss Text sein, wie das Feld {field} festgelegt ist.',
  'said.text.{input} has more digits than numbers keep here: {given} would become {other}.':
    '„{input}“ hat mehr Ziffern, als Zahlen hier behalten: {given} würde zu {other}.',
  'said.text.Keep it in a field of type string.': 'Behalten Sie es in einem Feld des Typs string.',
  'said.text.{input} is blank; a person has an address.':
    '„{input}“ ist leer; eine Person hat eine Adresse.',
  'said.text.{input} can be read in two ways.': '„{input}“ lässt sich auf zwei Arten lesen.',
  'said.text.{input} must be an address, or Name <address>.':
    '„{input}“ muss eine Adresse sein oder Name <Adresse>.',
  'said.text.{input} must be an http or https address without query or fragment.':
    '„{input}“ muss eine Adresse mit http oder https sein, ohne ? und #.',
  'said.text.{input} must be one address, as in hello@example.com or Name <hello@example.com>.':
    '„{input}“ muss eine einzelne Adresse sein, etwa hallo@example.com oder Name <hallo@example.com>.',
  'said.text.{input} says why unsubscribed changes; send both.':
    '„{input}“ sagt, warum sich die Abmeldung ändert; senden Sie beides.',
  'said.text.{input} is required.': '„{input}“ fehlt.',
  'said.text.{input} must not be blank.': '„{input}“ darf nicht leer sein.',
  'said.text.{input} must be text.': '„{input}“ muss Text sein.',
  'said.text.{input} must be a number.': '„{input}“ muss eine Zahl sein.',
  'said.text.{input} must be a whole number.': '„{input}“ muss eine ganze Zahl sein.',
  'said.text.{input} must be true or false.': '„{input}“ muss wahr oder falsch sein.',
  'said.text.{input} must be a list.': '„{input}“ muss eine Liste sein.',
  'said.text.{input} must be an object.': '„{input}“ muss ein Objekt sein.',
  'said.text.{input} is not readable.': '„{input}“ lässt sich nicht lesen.',
  'said.text.{input} may be at most {n} characters long.':
    '„{input}“ darf höchstens {n} Zeichen lang sein.',
  'said.text.{input} may hold at most {n} entries.': '„{input}“ darf höchstens {n} Einträge haben.',
  'said.text.{input} may be at most {n}.': '„{input}“ darf höchstens {n} sein.',
  'said.text.{input} must be at least {n} characters long.':
    '„{input}“ muss mindestens {n} Zeichen lang sein.',
  'said.text.{input} must hold at least 1 entry.': '„{input}“ muss mindestens einen Eintrag haben.',
  'said.text.{input} must hold at least {n} entries.':
    '„{input}“ muss mindestens {n} Einträge haben.',
  'said.text.{input} must be at least {n}.': '„{input}“ muss mindestens {n} sein.',
  'said.text.{input} must be one of {list}.': '„{input}“ muss eines davon sein: {list}.',
  'said.text.{input} is not a known key here.': 'Eine Angabe „{input}“ gibt es hier nicht.',
  'said.text.Other keys are {list}.': 'Möglich sind noch {list}.',
};
