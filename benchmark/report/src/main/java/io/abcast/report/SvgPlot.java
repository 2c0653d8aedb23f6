package io.abcast.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A line plot as SVG text that needs no fonts, scripts or other files. The y axis begins at zero or is logarithmic; the
 * x axis is linear or has names.
 */
public final class SvgPlot {
    /**
     * One measured point: {@code half} is half the width of its confidence interval, or NaN, and {@code name} a text
     * beside the point.
     */
    public record Point(double x, double y, double half, String name) {
        public Point(double x, double y) {
            this(x, y, Double.NaN);
        }

        public Point(double x, double y, double half) {
            this(x, y, half, "");
        }
    }

    private record Line(String name, List<Point> points) {}

    /** Colours of the lines that readers can distinguish without colour vision (Okabe and Ito 2008). */
    private static final String[] COLOURS = {
        "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#999999"
    };

    private static final int WIDTH = 760;
    private static final int PLOT_HEIGHT = 280;
    private static final int LEFT = 74;
    private static final int RIGHT = 20;
    private static final int TOP = 34;
    private static final int BOTTOM = 46;
    private static final int LEGEND_LINE = 18;

    /** Space for the name of the last point: factor by which the x axis is longer than the largest x value. */
    private static final double X_ROOM = 1.04;

    private final String title;
    private final String xName;
    private final String yName;
    private final List<Line> lines = new ArrayList<>();
    private List<String> xLabels = List.of();
    private boolean xFromZero;
    private boolean logarithmic;

    public SvgPlot(String title, String xName, String yName) {
        this.title = title;
        this.xName = xName;
        this.yName = yName;
    }

    public SvgPlot line(String name, List<Point> points) {
        lines.add(new Line(name, List.copyOf(points)));
        return this;
    }

    /** Sets names that the x axis shows at x = 0, 1, 2 ... instead of numbers. */
    public SvgPlot xLabels(List<String> labels) {
        xLabels = List.copyOf(labels);
        return this;
    }

    public SvgPlot xFromZero() {
        xFromZero = true;
        return this;
    }

    /** Makes the y axis of the plot logarithmic, without the values that are not positive. */
    public SvgPlot logarithmic() {
        logarithmic = true;
        return this;
    }

    @Override
    public String toString() {
        double xMin = xLabels.isEmpty() ? xFromZero ? 0 : min() : -0.5;
        double xMax = xLabels.isEmpty() ? max() : xLabels.size() - 0.5;
        if (xFromZero) xMax *= X_ROOM;
        if (xMax <= xMin) xMax = xMin + 1;
        Scale scale =
                logarithmic && lowest() < Double.MAX_VALUE ? logarithmicScale() : linearScale();
        int height = TOP + PLOT_HEIGHT + BOTTOM + LEGEND_LINE * ((lines.size() + 1) / 2);
        StringBuilder svg = new StringBuilder();
        svg.append(
                format(
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\">",
                        WIDTH, height));
        text(svg, LEFT, 20, "start", "title", title);
        for (double y : scale.ticks) {
            double py = scale.y(y);
            svg.append(
                    format(
                            "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>",
                            LEFT, WIDTH - RIGHT, py, py));
            text(svg, LEFT - 6, py + 4, "end", "tick", number(y));
        }
        xAxis(svg, xMin, xMax);
        text(svg, WIDTH / 2.0, TOP + PLOT_HEIGHT + 38, "middle", "axis", xName);
        svg.append(
                format(
                        "<text class=\"axis\" text-anchor=\"middle\" transform=\"translate(14 %d)"
                                + " rotate(-90)\">%s</text>",
                        TOP + PLOT_HEIGHT / 2, escape(yName)));
        for (int i = 0; i < lines.size(); i++) line(svg, i, xMin, xMax, scale);
        return svg.append("</svg>").toString();
    }

    private void xAxis(StringBuilder svg, double xMin, double xMax) {
        double py = TOP + PLOT_HEIGHT + 18;
        if (xLabels.isEmpty()) {
            double step = step(xMax - xMin, 8);
            for (double x = Math.ceil(xMin / step) * step; x <= xMax + step / 1000; x += step)
                text(svg, x(x, xMin, xMax), py, "middle", "tick", number(x));
            return;
        }
        for (int i = 0; i < xLabels.size(); i++)
            text(svg, x(i, xMin, xMax), py, "middle", "tick", xLabels.get(i));
    }

    private void line(StringBuilder svg, int index, double xMin, double xMax, Scale scale) {
        Line line = lines.get(index);
        String colour = COLOURS[index % COLOURS.length];
        StringBuilder path = new StringBuilder();
        for (Point p : line.points) {
            if (!scale.shows(p.y)) continue;
            path.append(
                    format(
                            "%s%.1f %.1f",
                            path.length() == 0 ? "M" : "L", x(p.x, xMin, xMax), scale.y(p.y)));
        }
        svg.append(
                format(
                        "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.8\"/>",
                        path, colour));
        for (Point p : line.points) {
            if (!scale.shows(p.y)) continue;
            double px = x(p.x, xMin, xMax);
            if (Double.isFinite(p.half))
                svg.append(
                        format(
                                "<line stroke=\"%s\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>",
                                colour, px, px, scale.y(p.y - p.half), scale.y(p.y + p.half)));
            svg.append(
                    format(
                            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"><title>%s: %s, %s</title></circle>",
                            px, scale.y(p.y), colour, escape(line.name), number(p.x), number(p.y)));
            if (!p.name.isEmpty()) text(svg, px, scale.y(p.y) - 7, "middle", "tick", p.name);
        }
        double lx = LEFT + (index % 2) * (WIDTH - LEFT) / 2.0;
        double ly = TOP + PLOT_HEIGHT + BOTTOM + LEGEND_LINE * (index / 2) + 10;
        svg.append(
                format(
                        "<rect x=\"%.1f\" y=\"%.1f\" width=\"12\" height=\"4\" fill=\"%s\"/>",
                        lx, ly - 6, colour));
        text(svg, lx + 18, ly, "start", "tick", line.name);
    }

    private static double x(double x, double min, double max) {
        return LEFT + (x - min) / (max - min) * (WIDTH - LEFT - RIGHT);
    }

    /** The y axis is logarithmic if {@code min} is above zero. */
    private record Scale(double min, double max, List<Double> ticks) {
        boolean shows(double value) {
            return Double.isFinite(value) && (min == 0 || value > 0);
        }

        double y(double value) {
            double inside = Math.max(min, Math.min(value, max));
            double share = min == 0 ? inside / max : Math.log(inside / min) / Math.log(max / min);
            return TOP + PLOT_HEIGHT * (1 - share);
        }
    }

    private Scale linearScale() {
        double step = step(highest() * 1.05, 6);
        double max = Math.max(step, Math.ceil(highest() * 1.05 / step) * step);
        List<Double> ticks = new ArrayList<>();
        for (double y = 0; y <= max + step / 2; y += step) ticks.add(y);
        return new Scale(0, max, ticks);
    }

    private Scale logarithmicScale() {
        List<Double> ticks = new ArrayList<>();
        double lowest = Math.min(lowest(), highest());
        for (int power = (int) Math.floor(Math.log10(lowest)); ; power++)
            for (int digit : new int[] {1, 2, 5}) {
                double tick = digit * Math.pow(10, power);
                // The axis begins at the highest tick that is not above the lowest plotted value.
                if (tick <= lowest) ticks.clear();
                ticks.add(tick);
                if (tick >= highest() && ticks.size() > 1)
                    return new Scale(ticks.get(0), tick, ticks);
            }
    }

    /** {@link Double#MAX_VALUE} if no plotted value is above zero. */
    private double lowest() {
        return lines.stream()
                .flatMap(l -> l.points.stream())
                .mapToDouble(Point::y)
                .filter(y -> Double.isFinite(y) && y > 0)
                .min()
                .orElse(Double.MAX_VALUE);
    }

    private double min() {
        return lines.stream().flatMap(l -> l.points.stream()).mapToDouble(Point::x).min().orElse(0);
    }

    private double max() {
        return lines.stream().flatMap(l -> l.points.stream()).mapToDouble(Point::x).max().orElse(1);
    }

    private double highest() {
        double highest =
                lines.stream()
                        .flatMap(l -> l.points.stream())
                        .mapToDouble(p -> Double.isFinite(p.half) ? p.y + p.half : p.y)
                        .filter(Double::isFinite)
                        .max()
                        .orElse(1);
        return highest > 0 ? highest : 1;
    }

    /** A distance of 1, 2 or 5 times a power of ten, so that the range has about {@code count} ticks. */
    private static double step(double range, int count) {
        double raw = range / count;
        double power = Math.pow(10, Math.floor(Math.log10(raw)));
        double mantissa = raw / power;
        return (mantissa <= 1 ? 1 : mantissa <= 2 ? 2 : mantissa <= 5 ? 5 : 10) * power;
    }

    private static String number(double value) {
        if (Math.abs(value) >= 1000) return String.format(Locale.ROOT, "%,.0f", value);
        String text = String.format(Locale.ROOT, "%.2f", value);
        return text.contains(".") ? text.replaceAll("\\.?0+$", "") : text;
    }

    private static void text(
            StringBuilder svg, double x, double y, String anchor, String kind, String text) {
        svg.append(
                format(
                        "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>",
                        kind, x, y, anchor, escape(text)));
    }

    private static String format(String pattern, Object... arguments) {
        return String.format(Locale.ROOT, pattern, arguments);
    }

    public static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
