package world;

import java.util.ArrayList;
import java.util.List;
import javax.swing.event.TableModelEvent;
import javax.swing.event.TableModelListener;
import javax.swing.table.AbstractTableModel;

/** What is bought, as a table shows it. */
public class Basket extends AbstractTableModel implements TableModelListener {
  private static final long serialVersionUID = 1L;
  private final List<String> names = new ArrayList<>();
  private final List<Integer> counts = new ArrayList<>();
  private int changes;

  public void add(String name, int count) {
    names.add(name);
    counts.add(count);
    fireTableRowsInserted(names.size() - 1, names.size() - 1);
  }

  @Override
  public int getRowCount() {
    return names.size();
  }

  @Override
  public int getColumnCount() {
    return 2;
  }

  @Override
  public Object getValueAt(int row, int column) {
    if (row < 0 || row >= names.size()) {
      return null;
    }
    return column == 0 ? names.get(row) : counts.get(row);
  }

  @Override
  public boolean isCellEditable(int row, int column) {
    return column == 1 && row < names.size();
  }

  @Override
  public void setValueAt(Object value, int row, int column) {
    if (!isCellEditable(row, column)) {
      return;
    }
    if (value instanceof Integer && (Integer) value > 0) {
      counts.set(row, (Integer) value);
      fireTableCellUpdated(row, column);
    }
  }

  @Override
  public void tableChanged(TableModelEvent event) {
    if (event.getType() == TableModelEvent.INSERT) {
      changes += event.getLastRow() - event.getFirstRow() + 1;
    } else if (event.getType() == TableModelEvent.DELETE) {
      changes--;
    }
  }

  public int changes() {
    return changes;
  }
}
