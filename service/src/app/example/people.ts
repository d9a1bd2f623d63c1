/** A customer of the example company. None of them exists, and no mail reaches their addresses. */
export interface SeedPerson {
  email: string;
  first_name: string;
  last_name: string;
  timezone: string;
  plot_m2: number;
  climate: string;
  greenhouse: boolean;
  tags: string[];
}

/** First name, last name, domain, time zone, plot, climate, tags; `*` marks a greenhouse. */
const rows = `
Ada     Brook      com Europe/Lisbon        220* maritime      newsletter grower
Bruno   Costa      com Europe/Lisbon         40  mediterranean newsletter
Carla   Dias       org Europe/Lisbon         90  mediterranean newsletter
Daniel  Evers      com Europe/Amsterdam     310* maritime      newsletter grower
Elif    Demir      com Europe/Istanbul      120  continental   newsletter
Femke   Groen      org Europe/Amsterdam      60  maritime      newsletter
Gustav  Holm       com Europe/Stockholm     180* continental   newsletter grower
Hana    Ito        com Asia/Tokyo            25  humid         newsletter
Ivan    Jankov     org Europe/Sofia         400  continental   newsletter grower
Julia   Keller     com Europe/Zurich         75  alpine        newsletter on-holiday
Kofi    Lartey     com Africa/Accra         150  tropical      newsletter
Lena    Meyer      org Europe/Berlin        130* continental   newsletter grower
Marta   Nowak      com Europe/Warsaw        200  continental   newsletter
Nils    Olsen      com Europe/Oslo           80* alpine
Oona    Peltola    org Europe/Helsinki      260* continental   newsletter grower
Pedro   Quintana   com America/Bogota        55  tropical      newsletter
Quinn   Rivers     com America/New_York     140  humid         newsletter
Rosa    Serra      org Europe/Madrid         95  mediterranean newsletter
Stefan  Toth       com Europe/Budapest      330  continental   newsletter grower
Tara    Usher      com Europe/Dublin         70  maritime      newsletter on-holiday
Uma     Verma      org Asia/Kolkata          45  tropical
Victor  Wells      com America/Chicago      240* continental   newsletter grower
Wanda   Young      com Europe/London         85  maritime      newsletter
Xavier  Zabala     org Europe/Madrid        110  mediterranean newsletter
Yara    Amado      com America/Sao_Paulo     65  tropical
Zoe     Bell       com Australia/Sydney     190* mediterranean
Anton   Clark      org Europe/Vienna        160  continental
Bea     Dalton     com Europe/London         30  maritime
Cyril   Eaton      com Europe/Paris         210  maritime
Dora    Fields     org America/Denver       280* alpine
Emil    Gray       com Europe/Copenhagen     50  maritime
Flora   Hart       com Pacific/Auckland     170  maritime
Georg   Inman      org Europe/Berlin         20  continental
Hilda   Jonas      com America/Toronto      300* continental
Ines    Klein      com Europe/Luxembourg    100  continental
Jonas   Lowe       org Europe/Lisbon        155  maritime
Kira    Mills      com America/Vancouver    125  maritime
Luca    Neri       com Europe/Rome           35  mediterranean
Mira    Oakes      org Europe/Zagreb        230  mediterranean
Noor    Park       com Asia/Dubai            15  arid
Otto    Reed       com Europe/Prague        145* continental
Petra   Stone      org Europe/Brussels       90  maritime
Ravi    Thorne     com Asia/Singapore        10  tropical
Sara    Vale       com America/Mexico_City  175  arid
`;

export const people: SeedPerson[] = rows
  .trim()
  .split('\n')
  .map((row) => {
    const [first = '', last = '', domain = '', timezone = '', plot = '', climate = '', ...tags] =
      row
        .replace('*', ' *')
        .split(/\s+/)
        .filter((word) => word !== '*');
    return {
      email: `${first}.${last}@example.${domain}`.toLowerCase(),
      first_name: first,
      last_name: last,
      timezone,
      plot_m2: Number(plot),
      climate,
      greenhouse: row.includes('*'),
      tags,
    };
  });

/** Customers from before the story; the others sign up while it runs. */
export const founders = people.slice(0, 24);
export const newcomers = people.slice(24);

export function sampleAddress(firstName: string): string {
  const found = people.find(({ first_name }) => first_name === firstName);
  if (!found) throw new Error(`The example has nobody called ${firstName}.`);
  return found.email;
}
