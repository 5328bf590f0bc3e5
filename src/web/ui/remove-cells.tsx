import './data-table.css';
import { Trash2 } from 'lucide-react';
import { IconButton } from './icon-button.tsx';

/** The column head above the remove buttons: removes all rows. */
export function RemoveAllHead(props: { label: string; onPress: () => void }) {
  return (
    <th data-align="end" scope="col">
      <button className="t-remove-all" onClick={props.onPress} type="button">
        {props.label}
      </button>
    </th>
  );
}

/** The cell at the end of a row with the button that removes it; `label` names the row. */
export function RemoveCell(props: { label: string; onPress: () => void }) {
  return (
    <td data-align="end">
      <IconButton icon={Trash2} label={props.label} onPress={props.onPress} size="sm" />
    </td>
  );
}
