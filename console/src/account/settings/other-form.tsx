import { useSchemas } from '../../operations/contracts.ts';
import { FieldInput } from '../../operations/field-input.tsx';
import { fieldOf, parsedValue, textOf } from '../../operations/fields.ts';
import { Loading } from '../../platform/screen.tsx';
import { t } from '../../platform/words.ts';
import { type Draft, SettingsForm } from './draft.tsx';

/** Settings with a form of their own. */
const elsewhere =
  /^(?:tunables|send_windows|sending\.(?:frequency_caps|subscription_preferences|unsubscribe_page.*))$/;

function Fields({ draft }: { draft: Draft }) {
  const schemas = useSchemas('get_settings');
  if (schemas === null) return <Loading />;
  const { properties = {} } = schemas.output.properties?.settings ?? {};
  const fields = Object.entries(properties)
    .filter(([key]) => !elsewhere.test(key))
    .map(([key, schema]) => ({ ...fieldOf(key, schema, true), nullable: true }));
  return (
    <div class="form settings-grid">
      {fields.map((field) => (
        <FieldInput
          key={field.name}
          operation="update_settings"
          field={field}
          isChange
          text={textOf(field, draft.values[field.name])}
          fault={draft.faultAt(field.name)}
          onText={(text) => {
            const parsed = parsedValue(field, text);
            draft.set(field.name, 'value' in parsed ? parsed.value : text);
          }}
        />
      ))}
    </div>
  );
}

/** Postal address, pace, what is kept and for how long. */
export function OtherForm() {
  return (
    <SettingsForm title={t('settings.other')} lead={t('settings.otherLead')}>
      {(draft) => <Fields draft={draft} />}
    </SettingsForm>
  );
}
